/// A place on the earth, in degrees of WGS 84.
package struct Coordinate: Sendable, Hashable {
    /// North of the equator, from -90 to 90.
    package let latitude: Double
    /// East of Greenwich, from -180 to 180.
    package let longitude: Double

    /// Makes a coordinate, or gives `nil` where it is not on the earth: maps trap on those.
    package init?(latitude: Double, longitude: Double) {
        guard Self.latitudes.contains(latitude), Self.longitudes.contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Reads the members of a record that hold a latitude and a longitude.
    init(_ record: JSONRecord, latitude: String, longitude: String) throws(JSONMismatch) {
        self.latitude = try record[latitude].number(in: Self.latitudes)
        self.longitude = try record[longitude].number(in: Self.longitudes)
    }

    private static let latitudes = -90.0...90.0
    private static let longitudes = -180.0...180.0
}
