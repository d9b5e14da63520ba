import Foundation

struct FoundationReader {
    private let maximumDepth: Int
    private var path: [String] = []
    private(set) var isTooDeep = false

    init(maximumDepth: Int) { self.maximumDepth = maximumDepth }

    mutating func outcome(of value: Any) -> Result<JSON, JSON.FoundationError> {
        do {
            return .success(try read(value))
        } catch {
            return .failure(error)
        }
    }

    private mutating func read(_ value: Any) throws(JSON.FoundationError) -> JSON {
        switch value {
        // Containers first: a cast to `NSNumber` would bridge all their elements.
        case let elements as [Any]: return try read(elements)
        case let members as [String: Any]: return try read(members)
        case is NSNull: return .null
        case let string as String: return .string(string)
        case let number as NSNumber:
            // `as? Bool` would also match the number 1, so compare classes.
            if type(of: number) == type(of: NSNumber(value: true)) { return .bool(number.boolValue) }
            if let number = JSONNumber(number) { return .number(number) }
        case let json as JSON: return json
        default:
            let mirror = Mirror(reflecting: value)
            if mirror.displayStyle == .optional {
                guard let wrapped = mirror.children.first else { return .null }
                return try read(wrapped.value)
            }
        }
        throw JSON.FoundationError(type: String(describing: type(of: value)), pointer: JSONPointer(tokens: path))
    }

    private mutating func read(_ elements: [Any]) throws(JSON.FoundationError) -> JSON {
        var array: [JSON] = []
        array.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() { array.append(try read(element, at: String(index))) }
        return .array(array)
    }

    private mutating func read(_ members: [String: Any]) throws(JSON.FoundationError) -> JSON {
        var object = JSONObject()
        for (key, member) in members.sorted(by: { $0.key < $1.key }) { object[key] = try read(member, at: key) }
        return .object(object)
    }

    private mutating func read(_ part: Any, at token: String) throws(JSON.FoundationError) -> JSON {
        guard path.count < maximumDepth else {
            isTooDeep = true
            throw JSON.FoundationError(
                type: "a value nested deeper than \(maximumDepth) levels", pointer: JSONPointer(tokens: path))
        }
        path.append(token)
        let json = try read(part)
        path.removeLast()
        return json
    }
}
