/// The published JSON Schema (2020-12) of the formats `json` and `jsonl`, which `contracts merge --schema` prints.
public enum ReportSchema {
    /// The schema as JSON text, which `Contracts/report.schema.json` repeats.
    public static let text = String(decoding: PackageResources.report_schema_json, as: UTF8.self)
}
