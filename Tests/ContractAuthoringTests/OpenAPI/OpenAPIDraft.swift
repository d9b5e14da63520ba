import ContractFormat
import Foundation
import JSONSchema
import TestSupport

@testable import ContractAuthoring

extension OpenAPIImport {
    static func draft(of bytes: [UInt8], file: String, service: String) throws -> ContractDraft {
        var options = ImportOptions()
        options.service = service
        return try draft(of: bytes, file: file, options).draft
    }
}

/// Returns the draft of a document with `members` beside its version, title and server.
func draft(
    _ members: String, version: String = "3.0.3", servers: String = #"[{"url": "https://api.example.com/v1"}]"#,
    _ configure: (inout ImportOptions) -> Void = { _ in }
) throws -> ImportedDraft {
    let text =
        #"{"openapi": "\#(version)", "info": {"title": "Notes", "version": "1"}, "servers": \#(servers), \#(members)}"#
    var options = ImportOptions()
    options.service = "notes"
    configure(&options)
    return try OpenAPIImport.draft(of: Array(text.utf8), file: "notes.json", options)
}

/// Returns the draft of a document whose only operation is `GET /notes`.
func operation(_ members: String, _ components: String = "{}", method: String = "get") throws -> ImportedDraft {
    try draft(
        #""paths": {"/notes": {"\#(method)": {"operationId": "call", \#(members)}}}, "components": \#(components)"#)
}

/// Returns the contract written from a draft, which must pass every rule of `lint`.
func contract(of draft: ContractDraft) throws -> Contract {
    let folder = try TemporaryFolder()
    return try ContractWriter(contracts: folder.url).plan(draft).contract
}

func reasons(_ imported: ImportedDraft) -> [String] { imported.draft.omissions.map(\.reason) }
