import Foundation
import JSONSchema

/// What reading one contract file shares: the source that places come from, the schema compiler, and the faults found.
final class ContractReading: CollectingReading {
    let url: URL
    let source: SourceFile
    private let document: SchemaDocument
    private let compiler: SchemaCompiler
    var faults: [ContractFault] = []

    init(url: URL, source: SourceFile, document: SchemaDocument, compiler: SchemaCompiler) {
        self.url = url
        self.source = source
        self.document = document
        self.compiler = compiler
    }

    func failure(_ fault: JSONFault) -> ContractFault {
        switch fault.kind {
        case .expected, .missing: ContractFault(fault.message, at: source.place(of: fault.pointer))
        case .unknown(let key, _):
            ContractFault(fault.message, at: source.keyPlace(of: fault.pointer.appending(key)))
        }
    }

    func fault(_ message: String, at pointer: JSONPointer) {
        faults.append(ContractFault(message, at: source.place(of: pointer)))
    }

    func keyFault(_ message: String, at pointer: JSONPointer) {
        faults.append(ContractFault(message, at: source.keyPlace(of: pointer)))
    }

    /// Compiles the schema at `pointer`; what is wrong with it becomes a fault and `nil`.
    func schema(at pointer: JSONPointer, json: JSON) -> EmbeddedSchema? {
        do throws(SchemaError) {
            return EmbeddedSchema(
                view: SchemaView(document: document, pointer: pointer, json: json),
                schema: try compiler.schema(at: pointer))
        } catch {
            let isHere = error.document == document.uri.absoluteString
            let fault = ContractFault(
                isHere ? error.message : "\(error)", at: source.place(of: isHere ? error.pointer : pointer))
            // The same fault of a shared definition is found by everything that refers to it.
            if !faults.contains(where: { $0.place == fault.place }) { faults.append(fault) }
            return nil
        }
    }
}
