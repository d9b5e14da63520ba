/// The texts, Foundation values and validation results of arrays and objects, by the address of their storage.
///
/// A changed copy of a value shares all storage off the path to the change. Those parts are not written, converted or
/// validated again.
package final class StoredParts {
    /// The address of an array's or object's elements, which is theirs for as long as they live.
    package typealias Address = UnsafeRawPointer

    /// Kept alive, so that no other value takes their addresses.
    private var values: [JSON] = []
    private var addresses: Set<Address> = []
    private var results: [Address: Results] = [:]
    /// The value under examination, whose results are kept until the next one.
    private var current: (value: JSON, address: Address)?
    private var currentResults = Results()

    private struct Results {
        var text: [UInt8]?
        var object: Any?
        /// Whether compiled schemas, identified by their addresses, accept the part: few for each.
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

    /// Returns whether a value is one of these parts; an empty one never is.
    package func contains(_ json: JSON) -> Bool { json.address.map(addresses.contains) ?? false }

    /// Begins to look at another value, which shares parts with these.
    package func look(at value: JSON) {
        current = value.address.flatMap { addresses.contains($0) ? nil : (value, $0) }
        currentResults = Results()
    }

    private subscript(address: Address) -> Results? {
        address == current?.address ? currentResults : results[address]
    }

    private func update(_ address: Address, _ change: (inout Results) -> Void) {
        if address == current?.address {
            change(&currentResults)
        } else {
            change(&results[address, default: Results()])
        }
    }

    package func address(of json: JSON) -> Address? {
        guard let address = json.address, address == current?.address || addresses.contains(address) else { return nil }
        return address
    }

    /// The compact text of a value.
    package func bytes(of json: JSON) -> [UInt8] {
        var writer = JSONWriter(style: .compact, parts: self)
        writer.write(json, depth: 0)
        return writer.output
    }

    /// The compact text of a part, which is written once.
    func text(_ address: Address, _ write: () -> [UInt8]) -> [UInt8] {
        if let known = self[address]?.text { return known }
        let text = write()
        update(address) { $0.text = text }
        return text
    }

    /// The value in the types that JSONSerialization gives; see ``JSON/foundation``.
    package func foundation(of json: JSON) -> Any {
        let address = address(of: json)
        if let known = address.flatMap({ self[$0]?.object }) { return known }
        let object = json.foundation { foundation(of: $0) }
        if let address { update(address) { $0.object = object } }
        return object
    }

    /// Whether a compiled schema, identified by its address, accepts a part.
    package subscript(address: Address, schema: UnsafeRawPointer) -> Bool? {
        self[address]?.answers.first { $0.schema == schema }?.isAccepted
    }

    package func note(_ isAccepted: Bool, of address: Address, by schema: UnsafeRawPointer) {
        update(address) { $0.answers.append((schema, isAccepted)) }
    }
}

extension JSON {
    /// The address of the elements; `nil` for empty containers and other values.
    package var address: StoredParts.Address? {
        switch self {
        case .null, .bool, .number, .string: nil
        case .array(let elements): elements.withUnsafeBufferPointer { $0.isEmpty ? nil : .init($0.baseAddress) }
        case .object(let members): JSON.array(members.storage).address
        }
    }
}
