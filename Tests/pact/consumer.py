"""Makes a Pact with Pact's own consumer library (pact-python), as the tests of an app would; writes it into the folder given.

`consumer.py FOLDER VERSION` writes a Pact of version 3 or 4. Each request is sent to the library's mock server, so that the
file holds what a consumer really asked.
"""

import datetime
import http.client
import json
import sys
import urllib.parse

from pact import Pact, generate, match

folder, version = sys.argv[1], sys.argv[2]
pact = Pact("orders-app", "order-service").with_specification("V" + version)

order = {
    "id": match.integer(7),
    "number": match.regex("A-1042", regex=r"^[A-Z]-\d{4}$"),
    "total": match.decimal(12.5),
    "weight": match.number(3),
    "paid": match.boolean(True),
    "note": match.string("leave at the door"),
    "coupon": match.null(),
    "currency": "EUR",
    "placed": match.datetime(
        datetime.datetime(2026, 3, 1, 9, 30, 0), format="%Y-%m-%dT%H:%M:%S"),
    "due": match.date(datetime.date(2026, 3, 4), format="%Y-%m-%d"),
    "key": match.uuid("936da01f-9abd-4d9d-80c7-02af85c822a8"),
    "items": match.each_like({"sku": match.string("tea"), "count": match.integer(2)}, min=1),
    "tags": match.each_like("gift", min=1, max=4),
    "channel": match.includes("web"),
}
if version == "4":
    order["prices"] = match.each_key_matches({"EUR": 12.5}, rules=match.regex("EUR", regex="[A-Z]{3}"))
    order["events"] = match.array_containing([{"kind": "placed", "at": match.integer(1)}])

(
    pact.upon_receiving("an order by its number")
    .given("order 7 exists", {"id": 7, "state": "open"})
    .given("the clock stands still")
    .with_request("GET", "/orders/7")
    .with_header("Accept", "application/json")
    .with_query_parameters({"fields": "all"})
    .will_respond_with(200)
    .with_header("Content-Type", "application/json")
    .with_header("ETag", match.regex('"a1"', regex=r'"[a-z0-9]+"'))
    .with_body(match.like(order), "application/json")
)
(
    pact.upon_receiving("an order that is not there")
    .given("no order exists")
    .with_request("GET", "/orders/8")
    .with_header("Accept", "application/json")
    .with_query_parameters({"fields": "all"})
    .will_respond_with(404)
    .with_body({"code": "not_found", "message": match.like("there is no order 8")}, "application/json")
)
(
    pact.upon_receiving("a search for orders")
    .given("order 7 exists", {"id": 7, "state": "open"})
    .with_request("GET", "/orders")
    .with_query_parameters({"customer": "Ada&Co", "page": match.regex("1", regex=r"\d+")})
    .with_query_parameter("tag", "gift")
    .with_query_parameter("tag", "fragile")
    .will_respond_with(200)
    .with_body({"orders": match.each_like({"id": match.integer(7), "paid": match.boolean(True)}), "next": None},
               "application/json")
)
(
    pact.upon_receiving("a new order")
    .given("the shop is open")
    .with_request("POST", "/orders")
    .with_header("X-Request-Id", match.regex("r-1", regex=r"r-\d+"))
    .with_body({"customer": match.string("Ada"), "items": match.each_like({"sku": "tea", "count": match.integer(2)})},
               "application/json")
    .will_respond_with(201)
    .with_header("Location", match.regex("/orders/9", regex=r"/orders/\d+"))
    .with_body({"id": match.integer(9), "state": "open"}, "application/json")
)
(
    pact.upon_receiving("taking an order back")
    .given("order 7 exists", {"id": 7, "state": "open"})
    .with_request("DELETE", "/orders/7")
    .will_respond_with(204)
)

CALLS = [
    ("GET", "/orders/7?fields=all", {"Accept": "application/json"}, None, 200),
    ("GET", "/orders/8?fields=all", {"Accept": "application/json"}, None, 404),
    ("GET", "/orders?customer=Ada%26Co&page=1&tag=gift&tag=fragile", {}, None, 200),
    ("POST", "/orders", {"Content-Type": "application/json", "X-Request-Id": "r-1"},
     {"customer": "Ada", "items": [{"sku": "tea", "count": 2}]}, 201),
    ("DELETE", "/orders/7", {}, None, 204),
]
with pact.serve() as server:
    where = urllib.parse.urlsplit(str(server.url))
    for method, target, headers, body, status in CALLS:
        connection = http.client.HTTPConnection(where.hostname, where.port)
        connection.request(method, target, json.dumps(body) if body else None, headers)
        response = connection.getresponse()
        content = response.read()
        assert response.status == status, (method, target, response.status, content)
        connection.close()
pact.write_file(folder, overwrite=True)
