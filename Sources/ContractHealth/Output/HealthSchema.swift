/// The published JSON Schema (2020-12) of the formats `json` and `jsonl`, which `contracts health --schema` prints.
public enum HealthSchema {
    /// The schema as JSON text, which `Contracts/health.schema.json` repeats.
    public static let text = String(decoding: PackageResources.health_schema_json, as: UTF8.self)
}
