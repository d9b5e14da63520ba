import ContractChecking

// Names are cut by scalars: a name that begins with a combining mark makes one character with the slash before it.
extension Check {
    /// The identifier without the service: `model/Element`.
    var path: String { String(id.unicodeScalars.dropFirst(service.unicodeScalars.count + 1)) }

    /// The identifier without service and kind: `Element`; empty for the check of a whole service.
    var name: String { String(path.unicodeScalars.dropFirst(kind.rawValue.unicodeScalars.count + 1)) }
}
