import JSONSchema

/// What reading one contract file shares: the source that places come from, the schema compiler, and the faults found.
final class ReadingContext {
    let source: SourceFile
    private let compiler: SchemaCompiler
    private(set) var faults: [ContractFault] = []

    init(source: SourceFile, compiler: SchemaCompiler) {
        self.source = source
        self.compiler = compiler
    }

    func fault(_ message: String, at pointer: JSONPointer) {
        faults.append(ContractFault(message, at: source.place(of: pointer)))
    }

    func keyFault(_ message: String, at pointer: JSONPointer) {
        faults.append(ContractFault(message, at: source.keyPlace(of: pointer)))
    }

    /// Compiles the schema at `pointer`; what is wrong with it becomes a fault and `nil`.
    func schema(at pointer: JSONPointer, json: JSON) -> EmbeddedSchema? {
        do {
            return EmbeddedSchema(pointer: pointer, json: json, schema: try compiler.schema(at: pointer))
        } catch let error as SchemaError {
            // The same fault of a shared definition is found by everything that refers to it.
            let place = error.documentURI == compiler.baseURI ? error.pointer : pointer
            let fault = ContractFault(error.message, at: source.place(of: place))
            if !faults.contains(fault) { faults.append(fault) }
            return nil
        } catch {
            fault("\(error)", at: pointer)
            return nil
        }
    }
}
