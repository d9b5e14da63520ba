/// A coordinate in degrees (WGS 84).
package struct Coordinate: Sendable, Hashable {
    /// The degrees north of the equator, -90 to 90.
    package let latitude: Double
    /// The degrees east of Greenwich, -180 to 180.
    package let longitude: Double

    /// Returns `nil` if a value is out of range, because maps trap on invalid coordinates.
    package init?(latitude: Double, longitude: Double) {
        guard Self.latitudes.contains(latitude), Self.longitudes.contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    init(_ record: JSONRecord, latitude: String, longitude: String) throws(JSONMismatch) {
        self.latitude = try record[latitude].number(in: Self.latitudes)
        self.longitude = try record[longitude].number(in: Self.longitudes)
    }

    private static let latitudes = -90.0...90.0
    private static let longitudes = -180.0...180.0
}
