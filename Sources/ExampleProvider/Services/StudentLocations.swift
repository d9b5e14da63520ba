import LoopbackServer

// Student locations with the responses and error codes of Parse Server.
extension OnTheMap {
    private enum Code: Int {
        case objectNotFound = 101
        case invalidQuery = 102
        case incorrectType = 111
        case invalidJSON = 107
        case validationFailed = 142
    }

    private static let texts = ["uniqueKey", "firstName", "lastName", "mapString", "mediaURL"]
    private static let numbers = ["latitude", "longitude"]
    private static let sortable = Set(texts + numbers + ["objectId", "createdAt", "updatedAt"])

    /// Returns the locations selected by `uniqueKey`, `order`, `skip` and `limit`, applied in this order.
    func locations(_ request: Request) -> Answer {
        if let refusal = refusal(of: request) { return refusal }
        var found = locations
        if let key = request.queryValue("uniqueKey") {
            found = found.filter { $0["uniqueKey"] == .string(key) || $0["uniqueKey"] == .number(key) }
        }
        for property in (request.queryValue("order") ?? "").split(separator: ",").reversed() {
            let name = String(property.drop { $0 == "-" })
            guard Self.sortable.contains(name) else { return failure(.invalidQuery, "order: there is no \(name)") }
            found = Self.sorted(found, by: name, descending: property.hasPrefix("-"))
        }
        var page: [String: Int] = ["skip": 0, "limit": 100]
        for name in ["skip", "limit"] {
            guard let text = request.queryValue(name) else { continue }
            guard let number = Int(text), number >= 0 else {
                return failure(.invalidQuery, "\(name) should be a number that is not negative")
            }
            page[name] = number
        }
        let results = found.dropFirst(page["skip"] ?? 0).prefix(page["limit"] ?? 100)
        return .json(["results": .array(Array(results))])
    }

    mutating func addLocation(_ request: Request) -> Answer {
        if let refusal = refusal(of: request) { return refusal }
        return validated(request) { onTheMap, body in
            guard onTheMap.locations.count < Self.maximumLocations else {
                return .json(["error": "No more locations can be stored."], status: 507)
            }
            onTheMap.createdLocations += 1
            let id = JSONValue.string("ID\(1000 + onTheMap.createdLocations)")
            let time = JSONValue.string(CalendarTime(onTheMap.now()).rfc3339)
            onTheMap.locations.append(
                body.setting("objectId", to: id).setting("createdAt", to: time).setting("updatedAt", to: time))
            return .json(["createdAt": time, "objectId": id])
        }
    }

    mutating func changeLocation(_ request: Request, id: String) -> Answer {
        if let refusal = refusal(of: request) { return refusal }
        guard let index = locations.firstIndex(where: { $0["objectId"] == .string(id) }) else {
            return failure(.objectNotFound, "Object not found.", status: 404)
        }
        return validated(request) { onTheMap, body in
            let time = JSONValue.string(CalendarTime(onTheMap.now()).rfc3339)
            for name in Self.texts + Self.numbers {
                guard let value = body[name] else { continue }
                onTheMap.locations[index] = onTheMap.locations[index].setting(name, to: value)
            }
            onTheMap.locations[index] = onTheMap.locations[index].setting("updatedAt", to: time)
            return .json(["updatedAt": time])
        }
    }

    /// Stores a body with exactly the properties of a location in their types, and rejects any other.
    private mutating func validated(_ request: Request, store: (inout OnTheMap, JSONValue) -> Answer) -> Answer {
        guard let body = request.object else { return failure(.invalidJSON, "The body is no JSON object.") }
        var location = JSONValue.object([])
        for name in Self.texts + Self.numbers {
            guard let value = body[name], value != .null, value != "" else {
                return failure(.validationFailed, "\(name) is required for a Student Location")
            }
            guard value.isNumber == Self.numbers.contains(name), value.isNumber || value.text != nil else {
                return failure(.incorrectType, "\(name) has the wrong type for a Student Location")
            }
            location = location.setting(name, to: value)
        }
        if let unknown = body.members?.first(where: { location[$0.name] == nil }) {
            return failure(.incorrectType, "\(unknown.name) is no property of a Student Location")
        }
        return store(&self, location)
    }

    private func failure(_ code: Code, _ message: String, status: Int = 400) -> Answer {
        .json(["code": .number(String(code.rawValue)), "error": .string(message)], status: status)
    }

    /// Sorts records: without the property first, then numbers, then strings.
    private static func sorted(_ records: [JSONValue], by name: String, descending: Bool) -> [JSONValue] {
        let keyed = records.map { (key: sortKey(of: $0[name]), record: $0) }
        return keyed.sorted { descending ? $1.key < $0.key : $0.key < $1.key }.map(\.record)
    }

    private static func sortKey(of value: JSONValue?) -> (rank: Int, number: Double, text: String) {
        switch value {
        case .number(let digits): (1, Double(digits) ?? 0, "")
        case .string(let text): (2, 0, text)
        case nil, .null, .bool, .array, .object: (0, 0, "")
        }
    }
}

extension JSONValue {
    fileprivate var isNumber: Bool { if case .number = self { true } else { false } }
}

/// Existing locations: some as the app sends them, some malformed as in real data.
enum LocationTable {
    static let records: [JSONValue] = [
        location(1, "1234567890", "Grace", "Hopper", "New York, NY", "https://www.navy.mil", 40.7128, -74.0060),
        location(2, "2345678901", "Alan", "Turing", "London, UK", "https://www.bletchleypark.org.uk", 51.9977, -0.7407),
        location(3, "3456789012", "Katherine", "Johnson", "Hampton, VA", "aa", 37.0299, -76.3452),
        location(4, "4567890123", "Edsger", "Dijkstra  ", "Nuenen ", "www.linkedin.com/in/edsger", 51.47, 5.5467),
        location(5, "5678901234", "JosÃ©", "MuÃ±oz", "MÃ¡laga", "https://example.com/jos%C3%A9", 36.7213, -4.4214),
        location(6, 6789012345, "Radia", "Perlman", "Boston, MA", "", 42.3601, -71.0589),
        location(7, "7890123456", "山田", "太郎", "東京", "https://example.jp", 35, 139),
        location(8, "8901234567", "Barbara", "Liskov", "Los Angeles, CA", .null, 34.0522, -118.2437),
        [
            "objectId": "ID9", "uniqueKey": "9012345678", "firstName": "Donald", "latitude": 37.4275,
            "longitude": -122.1697, "createdAt": "2019-05-09T10:00:00.941Z", "updatedAt": "2019-05-09T10:30:00.941Z",
        ],
        [
            "objectId": "ID10", "uniqueKey": "10", "firstName": "Anonymous", "lastName": "Student",
            "mapString": "Nowhere", "mediaURL": "https://udacity.com", "createdAt": "2019-05-10T10:00:00.941Z",
            "updatedAt": "2019-05-10T10:30:00.941Z",
        ],
        location(11, "11", "Null", "Island", "Null Island", "https://example.org/?a=1&b=\"2\"", 0, 0),
        location(12, "1234567890", "Grace", "Hopper", "Arlington, VA", "https://www.navy.mil", 38.8799, -77.1068),
    ]

    private static func location(
        _ number: Int, _ uniqueKey: JSONValue, _ firstName: JSONValue, _ lastName: JSONValue, _ mapString: JSONValue,
        _ mediaURL: JSONValue, _ latitude: JSONValue, _ longitude: JSONValue
    ) -> JSONValue {
        let day = number < 10 ? "0\(number)" : "\(number)"
        return [
            "objectId": .string("ID\(number)"), "uniqueKey": uniqueKey, "firstName": firstName,
            "lastName": lastName, "mapString": mapString, "mediaURL": mediaURL, "latitude": latitude,
            "longitude": longitude, "createdAt": .string("2019-05-\(day)T00:53:33.941Z"),
            "updatedAt": .string("2019-05-\(day)T01:23:33.941Z"),
        ]
    }
}
