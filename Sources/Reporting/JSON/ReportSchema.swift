/// The published JSON Schema (2020-12) of the format `json`.
public enum ReportSchema {
    /// The schema as JSON text.
    ///
    /// A line of the format `jsonl` is either `#/$defs/check` or, as the last, an object of `schema` and `summary`.
    public static let text = #"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "Report of a contract verification",
          "type": "object",
          "required": ["schema", "summary", "checks"],
          "additionalProperties": false,
          "properties": {
            "schema": { "description": "The version of this shape.", "const": 1 },
            "summary": { "$ref": "#/$defs/summary" },
            "checks": { "type": "array", "items": { "$ref": "#/$defs/check" } }
          },
          "$defs": {
            "summary": {
              "description": "How many checks there are, and how many ended in each way.",
              "type": "object",
              "required": ["checks", "passed", "failed", "errors", "skipped", "probes", "seconds"],
              "additionalProperties": false,
              "properties": {
                "checks": { "$ref": "#/$defs/count" },
                "passed": { "$ref": "#/$defs/count" },
                "failed": { "$ref": "#/$defs/count" },
                "errors": { "description": "Could not be evaluated.", "$ref": "#/$defs/count" },
                "skipped": { "description": "Were not run.", "$ref": "#/$defs/count" },
                "probes": { "description": "Inputs and exchanges tried in all.", "$ref": "#/$defs/count" },
                "seconds": { "$ref": "#/$defs/seconds" }
              }
            },
            "check": {
              "type": "object",
              "required": ["id", "service", "kind", "outcome", "probes", "seconds", "findings"],
              "additionalProperties": false,
              "properties": {
                "id": {
                  "description": "SERVICE/KIND, or SERVICE/KIND/NAME; unique and stable from run to run.",
                  "type": "string",
                  "minLength": 1
                },
                "service": { "type": "string" },
                "kind": {
                  "enum": ["contract", "request", "response", "model", "client", "rejects", "faults", "scenario"]
                },
                "outcome": { "enum": ["passed", "failed", "error", "skipped"] },
                "reason": {
                  "description": "Why it could not be evaluated or was not run.",
                  "type": "string"
                },
                "probes": { "$ref": "#/$defs/count" },
                "seconds": { "$ref": "#/$defs/seconds" },
                "score": { "$ref": "#/$defs/score" },
                "findings": { "type": "array", "items": { "$ref": "#/$defs/finding" } }
              }
            },
            "score": {
              "description": "How many constraints of a model's schema its initializer enforces.",
              "type": "object",
              "required": ["enforced", "total", "missing"],
              "additionalProperties": false,
              "properties": {
                "enforced": { "$ref": "#/$defs/count" },
                "total": { "$ref": "#/$defs/count" },
                "missing": {
                  "description": "Pointers of the constraints that are not enforced.",
                  "type": "array",
                  "items": { "type": "string" }
                }
              }
            },
            "finding": {
              "type": "object",
              "required": ["rule", "severity", "message", "contract", "repeat", "fingerprint"],
              "additionalProperties": false,
              "properties": {
                "rule": { "description": "The rule's stable name, such as model.false-accept.", "type": "string" },
                "severity": { "enum": ["error", "warning", "info"] },
                "message": { "type": "string" },
                "expected": { "type": "string" },
                "found": { "type": "string" },
                "contract": { "description": "The line of the contract that was broken.", "$ref": "#/$defs/place" },
                "recording": { "description": "Where the data stands that broke it.", "$ref": "#/$defs/place" },
                "repeat": { "description": "The command that repeats just this check.", "type": "string" },
                "fingerprint": { "description": "Stays the same from run to run.", "type": "string" }
              }
            },
            "place": {
              "type": "object",
              "required": ["file", "line", "column", "pointer"],
              "additionalProperties": false,
              "properties": {
                "file": { "description": "A path, or the URL of a live response.", "type": "string" },
                "line": { "description": "Counted from 1.", "$ref": "#/$defs/count" },
                "column": { "description": "Counted from 1, in Unicode scalars.", "$ref": "#/$defs/count" },
                "pointer": { "description": "JSON Pointer (RFC 6901); empty for the whole.", "type": "string" }
              }
            },
            "count": { "type": "integer", "minimum": 0 },
            "seconds": { "type": "number", "minimum": 0 }
          }
        }

        """#
}
