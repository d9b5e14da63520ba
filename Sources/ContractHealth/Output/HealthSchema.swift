import ContractReporting

/// The published JSON Schema (2020-12) of the formats `json` and `jsonl`, which `contracts health --schema` prints.
///
/// `Contracts/health.schema.json` is the same text.
public enum HealthSchema {
    /// The schema as JSON text.
    public static let text = #"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "Round of health checks",
          "description": "The format json. A line of the format jsonl is #/$defs/line or, as the last, #/$defs/ending.",
          "type": "object",
          "required": ["schema", "started", "seconds", "verdict", "summary", "notices", "endpoints"],
          "additionalProperties": false,
          "properties": {
            "schema": { "$ref": "#/$defs/version" },
            "started": { "$ref": "#/$defs/date" },
            "seconds": { "$ref": "#/$defs/seconds" },
            "verdict": { "$ref": "#/$defs/roundVerdict" },
            "summary": { "$ref": "#/$defs/summary" },
            "notices": { "$ref": "#/$defs/notices" },
            "endpoints": {
              "type": "array",
              "items": {
                "$ref": "#/$defs/endpoint",
                "required": ["samples"],
                "properties": { "started": false }
              }
            }
          },
          "$defs": {
            "version": { "description": "The version of this shape.", "const": 1 },
            "ending": {
              "description": "The round without its endpoints.",
              "type": "object",
              "required": ["schema", "started", "seconds", "verdict", "summary", "notices"],
              "additionalProperties": false,
              "properties": {
                "schema": { "$ref": "#/$defs/version" },
                "started": { "$ref": "#/$defs/date" },
                "seconds": { "$ref": "#/$defs/seconds" },
                "verdict": { "$ref": "#/$defs/roundVerdict" },
                "summary": { "$ref": "#/$defs/summary" },
                "notices": { "$ref": "#/$defs/notices" }
              }
            },
            "line": {
              "description": "An endpoint with the time of its round, without the samples of earlier ones.",
              "$ref": "#/$defs/endpoint",
              "required": ["started"],
              "properties": { "samples": false }
            },
            "summary": {
              "description": "How many endpoints there are, how many have each settled verdict, and how many are in maintenance.",
              "type": "object",
              "required": [
                "endpoints", "healthy", "degraded", "unsupported", "failing", "unreachable", "inMaintenance"
              ],
              "additionalProperties": false,
              "properties": {
                "endpoints": { "$ref": "#/$defs/count" },
                "healthy": { "$ref": "#/$defs/count" },
                "degraded": { "$ref": "#/$defs/count" },
                "unsupported": { "$ref": "#/$defs/count" },
                "failing": { "$ref": "#/$defs/count" },
                "unreachable": { "$ref": "#/$defs/count" },
                "inMaintenance": { "$ref": "#/$defs/count" }
              }
            },
            "notices": {
              "description": "What a person should know of the round itself.",
              "type": "array",
              "items": { "type": "string" }
            },
            "verdict": {
              "description": "From the best to the worst. degraded: slow, or drift that the models survive; unsupported: could not be judged.",
              "enum": ["healthy", "degraded", "unsupported", "failing", "unreachable"]
            },
            "roundVerdict": {
              "description": "The worst settled verdict outside of maintenance; unsupported where there is no endpoint.",
              "$ref": "#/$defs/verdict"
            },
            "endpoint": {
              "type": "object",
              "required": [
                "id", "service", "endpoint", "cases", "verdict", "settled", "settledSince", "attempts", "inMaintenance",
                "aspects", "remarks", "availability"
              ],
              "additionalProperties": false,
              "properties": {
                "id": { "description": "SERVICE/ENDPOINT, unique.", "type": "string", "minLength": 1 },
                "started": { "description": "When the round began.", "$ref": "#/$defs/date" },
                "service": { "type": "string" },
                "endpoint": { "type": "string" },
                "cases": { "description": "The cases that were called.", "type": "array", "items": { "type": "string" } },
                "verdict": { "description": "Of this round alone.", "$ref": "#/$defs/verdict" },
                "settled": { "description": "After thresholds: the one to alert on.", "$ref": "#/$defs/verdict" },
                "settledSince": { "$ref": "#/$defs/date" },
                "latency": {
                  "description": "Of the slowest case; absent where no whole answer came.",
                  "$ref": "#/$defs/seconds"
                },
                "latencyLimit": { "description": "Absent where there is none.", "$ref": "#/$defs/seconds" },
                "attempts": { "description": "1 where no call was made again.", "type": "integer", "minimum": 0 },
                "inMaintenance": { "type": "boolean" },
                "aspects": {
                  "type": "object",
                  "required": ["reachable", "status", "contract", "models", "drift", "latency"],
                  "additionalProperties": false,
                  "properties": {
                    "reachable": { "$ref": "#/$defs/aspect" },
                    "status": { "$ref": "#/$defs/aspect" },
                    "contract": { "$ref": "#/$defs/aspect" },
                    "models": { "$ref": "#/$defs/aspect" },
                    "drift": { "$ref": "#/$defs/aspect" },
                    "latency": { "$ref": "#/$defs/aspect" }
                  }
                },
                "remarks": {
                  "description": "What is worth knowing and counts against nobody.",
                  "type": "array",
                  "items": { "$ref": "#/$defs/finding" }
                },
                "availability": { "type": "array", "items": { "$ref": "#/$defs/availability" } },
                "samples": {
                  "description": "The latest rounds, oldest first, this one last.",
                  "type": "array",
                  "items": { "$ref": "#/$defs/sample" }
                }
              }
            },
            "aspect": {
              "oneOf": [
                {
                  "type": "object",
                  "required": ["outcome"],
                  "additionalProperties": false,
                  "properties": { "outcome": { "const": "held" } }
                },
                {
                  "type": "object",
                  "required": ["outcome", "findings"],
                  "additionalProperties": false,
                  "properties": {
                    "outcome": { "const": "failed" },
                    "findings": { "type": "array", "items": { "$ref": "#/$defs/finding" } }
                  }
                },
                {
                  "type": "object",
                  "required": ["outcome", "reason"],
                  "additionalProperties": false,
                  "properties": {
                    "outcome": {
                      "description": "notObserved: there was nothing to look at; unsupported: it cannot be looked at here.",
                      "enum": ["notObserved", "unsupported"]
                    },
                    "reason": { "type": "string" }
                  }
                }
              ]
            },
            "availability": {
              "type": "object",
              "required": ["window", "available", "observed"],
              "additionalProperties": false,
              "properties": {
                "window": { "enum": ["24 h", "7 d", "30 d"] },
                "available": { "description": "Rounds that were healthy or degraded.", "$ref": "#/$defs/count" },
                "observed": { "description": "Rounds that count: maintenance does not.", "$ref": "#/$defs/count" },
                "ratio": { "description": "Absent where no round counts.", "type": "number", "minimum": 0, "maximum": 1 }
              }
            },
            "sample": {
              "type": "object",
              "required": ["date", "verdict", "inMaintenance"],
              "additionalProperties": false,
              "properties": {
                "date": { "$ref": "#/$defs/date" },
                "verdict": { "$ref": "#/$defs/verdict" },
                "latency": { "$ref": "#/$defs/seconds" },
                "inMaintenance": { "type": "boolean" }
              }
            },
        \#(FindingSchema.definitions)
            "date": { "description": "RFC 3339, in UTC and whole seconds.", "type": "string", "format": "date-time" },
            "count": { "type": "integer", "minimum": 0 },
            "seconds": { "type": "number", "minimum": 0 }
          }
        }

        """#
}
