"""Answers every state of a Pact with the credentials of the example provider and of the workshop; prints its port."""
import http.server
import json

CREDENTIALS = json.dumps({
    name: "local-" + name.lower().replace("_", "-")
    for name in ["UDACITY_PASSWORD", "PARSE_APPLICATION_ID", "PARSE_REST_API_KEY", "MEETUP_KEY"]
} | {
    "UDACITY_WRONG_PASSWORD": "local-wrong-udacity-password",
    "MEETUP_WRONG_KEY": "local-wrong-meetup-key",
    "MEETUP_THROTTLED_KEY": "local-throttled-meetup-key",
    "WORKSHOP_TOKEN": "local-workshop-token",
    "WORKSHOP_EXPIRED_TOKEN": "local-expired-workshop-token",
    "WORKSHOP_REFRESH_TOKEN": "local-workshop-refresh-token",
}).encode()


class States(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(CREDENTIALS)))
        self.end_headers()
        self.wfile.write(CREDENTIALS)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), States)
print(server.server_port)
server.serve_forever()
