/// The published JSON Schema (2020-12) of the formats `json` and `jsonl`, which `contracts merge --schema` prints.
///
/// `Contracts/report.schema.json` is the same text.
public enum ReportSchema {
    /// The schema as JSON text.
    public static let text = #"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "Report of a contract verification",
          "description": "The format json. A line of the format jsonl is #/$defs/check or, as the last, #/$defs/ending.",
          "type": "object",
          "required": ["schema", "summary", "checks"],
          "additionalProperties": false,
          "properties": {
            "schema": { "$ref": "#/$defs/version" },
            "shard": { "$ref": "#/$defs/shard" },
            "summary": { "$ref": "#/$defs/summary" },
            "recordings": { "$ref": "#/$defs/recordings" },
            "checks": { "type": "array", "items": { "$ref": "#/$defs/check" } }
          },
          "$defs": {
            "version": { "description": "The version of this shape.", "const": 1 },
            "ending": {
              "description": "What is told of the whole run, beside its checks.",
              "type": "object",
              "required": ["schema", "summary"],
              "additionalProperties": false,
              "properties": {
                "schema": { "$ref": "#/$defs/version" },
                "shard": { "$ref": "#/$defs/shard" },
                "summary": { "$ref": "#/$defs/summary" },
                "recordings": { "$ref": "#/$defs/recordings" }
              }
            },
            "shard": {
              "description": "The part of the checks that the run took; absent where it took all that were asked for.",
              "type": "object",
              "required": ["index", "count"],
              "additionalProperties": false,
              "properties": {
                "index": { "description": "Counted from 1.", "type": "integer", "minimum": 1 },
                "count": { "type": "integer", "minimum": 1 }
              }
            },
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
                "findings": { "type": "array", "items": { "$ref": "#/$defs/finding" } },
                "outcomes": {
                  "description": "What came of each probe of a model, in the order they were tried.",
                  "type": "array",
                  "items": { "$ref": "#/$defs/outcomes" }
                }
              }
            },
            "outcomes": {
              "description": "Probes that follow each other and differ in nothing but their names.",
              "type": "object",
              "required": ["pointer", "kind", "expected", "found", "probes"],
              "additionalProperties": false,
              "properties": {
                "pointer": { "description": "The place of the input that was changed (RFC 6901).", "type": "string" },
                "kind": { "description": "What was done there: missing, null, type, number, …", "type": "string" },
                "expected": { "description": "a value, nil, or either.", "type": "string" },
                "found": { "description": "a value, nil, or what was thrown or ended the process.", "type": "string" },
                "rule": { "description": "The rule that was broken; absent where all is as expected.", "type": "string" },
                "probes": {
                  "description": "Their names.",
                  "type": "array",
                  "minItems": 1,
                  "items": { "type": "string" }
                }
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
        \#(FindingSchema.definitions)
            "recordings": {
              "description": "What became of each recording; absent where none was touched.",
              "type": "array",
              "minItems": 1,
              "items": {
                "type": "object",
                "required": ["file", "kind", "changes"],
                "additionalProperties": false,
                "properties": {
                  "file": { "type": "string" },
                  "kind": {
                    "description": "kept: the exchange broke its contract or was refused.",
                    "enum": ["added", "changed", "unchanged", "kept"]
                  },
                  "changes": {
                    "description": "What changed in meaning, worst first.",
                    "type": "array",
                    "items": {
                      "type": "object",
                      "required": ["message", "effect", "severity"],
                      "additionalProperties": false,
                      "properties": {
                        "message": { "type": "string" },
                        "effect": { "enum": ["record now rejected", "value now nil", "harmless"] },
                        "severity": { "$ref": "#/$defs/severity" }
                      }
                    }
                  }
                }
              }
            },
            "count": { "type": "integer", "minimum": 0 },
            "seconds": { "type": "number", "minimum": 0 }
          }
        }

        """#
}
