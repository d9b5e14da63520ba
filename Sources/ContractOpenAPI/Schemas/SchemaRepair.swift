import JSONSchema

extension SchemaLibrary {
    /// Returns the library without invalid keywords, which are reported in `faults`.
    ///
    /// A schema reports one fault at a time, so repairs take several rounds. A schema that is still invalid is dropped.
    package func repaired() -> SchemaLibrary {
        var library = self
        var broken = sites
        for round in 1...8 {
            let document = library.document
            var errors: [JSONPointer: String] = [:]
            broken = broken.filter { site in
                guard let error = document.fault(at: site) else { return false }
                let isHere = error.document == uri.absoluteString && round < 8
                let pointer = isHere ? error.pointer : site
                if errors.updateValue(error.message, forKey: pointer) == nil {
                    let place = source.place(of: pointer)
                    library.faults.append(SourceFault("not a valid schema: \(error.message)", at: place))
                }
                return true
            }
            if broken.isEmpty { break }
            for pointer in errors.keys { library.root = library.root.leavingOut(pointer) }
        }
        return library
    }
}

extension JSON {
    /// Removes the member at a path. Replaces an array element or an object by a schema that accepts everything.
    fileprivate func leavingOut(_ pointer: JSONPointer) -> JSON {
        let isMember = pointer.parent.map { self[pointer: $0]?.objectValue != nil } ?? false
        let isSchema = self[pointer: pointer]?.objectValue != nil
        return (isMember && !isSchema ? removing(pointer) : nil) ?? replacing(pointer, with: true)
    }
}
