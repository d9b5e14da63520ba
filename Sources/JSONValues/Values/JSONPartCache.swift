/// A cache of the texts, Foundation values and validation results of arrays and objects, keyed by storage address.
///
/// A modified copy of a value shares all storage off the modified path. Those parts are not serialized, converted or
/// validated again.
package final class JSONPartCache {
    /// The address of a container's elements, valid while they live.
    package typealias Address = UnsafeRawPointer

    /// Retained so that their addresses are not reused.
    private var values: [JSON] = []
    private var addresses: Set<Address> = []
    private var results: [Address: Results] = [:]
    /// The value under examination, with results that are discarded with the next one.
    private var current: (value: JSON, address: Address)?
    private let currentResults = Results()

    private final class Results {
        var text: [UInt8]?
        var object: Any?
        /// Whether schemas, keyed by address, accept the part. A linear search suffices for the few schemas.
        var answers: [(schema: UnsafeRawPointer, isAccepted: Bool)] = []
    }

    package init() {}

    package func add(_ value: JSON) {
        if contains(value) { return }
        values.append(value)
        var open = [value]
        while let next = open.popLast() {
            guard let address = next.address, addresses.insert(address).inserted else { continue }
            open += next.arrayValue ?? next.objectValue?.storage ?? []
        }
    }

    /// Whether a value is a cached part. Never true for an empty one.
    package func contains(_ json: JSON) -> Bool { json.address.map(addresses.contains) ?? false }

    package func beginExamining(_ value: JSON) {
        current = value.address.flatMap { addresses.contains($0) ? nil : (value, $0) }
        (currentResults.text, currentResults.object) = (nil, nil)
        currentResults.answers.removeAll(keepingCapacity: true)
    }

    private func results(of address: Address) -> Results {
        if address == current?.address { return currentResults }
        if let known = results[address] { return known }
        let results = Results()
        self.results[address] = results
        return results
    }

    package func address(of json: JSON) -> Address? {
        guard let address = json.address, address == current?.address || addresses.contains(address) else { return nil }
        return address
    }

    package func bytes(of json: JSON) -> [UInt8] {
        var writer = JSONWriter(style: .compact, cache: self)
        writer.write(json, depth: 0)
        return writer.output
    }

    func text(_ address: Address, _ write: () -> [UInt8]) -> [UInt8] {
        let results = results(of: address)
        if let known = results.text { return known }
        let text = write()
        results.text = text
        return text
    }

    /// Returns the value as JSONSerialization does; see ``JSON/foundation``.
    package func foundation(of json: JSON) -> Any {
        let results = address(of: json).map(results)
        if let known = results?.object { return known }
        let object = json.foundation { foundation(of: $0) }
        results?.object = object
        return object
    }

    package subscript(address: Address, schema: UnsafeRawPointer) -> Bool? {
        results(of: address).answers.first { $0.schema == schema }?.isAccepted
    }

    package func note(_ isAccepted: Bool, of address: Address, by schema: UnsafeRawPointer) {
        results(of: address).answers.append((schema, isAccepted))
    }
}

extension JSON {
    /// The address of the elements, or `nil` for empty containers and scalars.
    package var address: JSONPartCache.Address? {
        switch self {
        case .null, .bool, .number, .string: nil
        case .array(let elements): elements.withUnsafeBufferPointer { $0.isEmpty ? nil : .init($0.baseAddress) }
        case .object(let members): members.storage.withUnsafeBufferPointer { $0.isEmpty ? nil : .init($0.baseAddress) }
        }
    }
}
