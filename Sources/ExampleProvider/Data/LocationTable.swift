/// The locations that students posted before: some as the app sends them, some as records in the wild are.
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
