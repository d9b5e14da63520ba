/// The JSON Schema (2020-12) of contract files, for editors and for folders that have none yet.
package enum ContractSchema {
    /// The schema as JSON text, which `Contracts/contract.schema.json` repeats.
    package static let text = String(decoding: PackageResources.contract_schema_json, as: UTF8.self)
}
