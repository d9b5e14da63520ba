/// A page of locations.
public struct StudentLocations: Sendable, Hashable {
    /// Those that can be put on a map, in the order of the service.
    public let locations: [StudentLocation]
    /// How many records cannot, for what they lack: they are kept out, since one of them is no reason to show none.
    public let unreadable: Int

    /// Reads the records of a page.
    init(_ records: [Any]) {
        locations = records.compactMap { ($0 as? [String: Any]).flatMap(StudentLocation.init) }
        unreadable = records.count - locations.count
    }
}
