package struct JSONDifference: Sendable, Hashable {
    package let pointer: JSONPointer
    /// `nil` if only `found` has a value.
    package let expected: JSON?
    package let found: JSON?

    /// Returns the deepest differences, in the order of the expected value, followed by additional members.
    package static func differences(
        expected: JSON?, found: JSON?, at pointer: JSONPointer = JSONPointer(tokens: [])
    ) -> [Self] {
        if expected == found { return [] }
        if let expected = expected?.objectValue, let found = found?.objectValue {
            let names = expected.keys + found.keys.filter { expected[$0] == nil }
            return names.flatMap {
                differences(expected: expected[$0], found: found[$0], at: pointer.appending($0))
            }
        }
        if let expected = expected?.arrayValue, let found = found?.arrayValue {
            func element(_ index: Int, of elements: [JSON]) -> JSON? { index < elements.count ? elements[index] : nil }
            return (0..<max(expected.count, found.count)).flatMap { index -> [Self] in
                differences(
                    expected: element(index, of: expected), found: element(index, of: found),
                    at: pointer.appending(index))
            }
        }
        return [Self(pointer: pointer, expected: expected, found: found)]
    }
}
