/// What JSON Schemas of reports and of health checks say of a finding.
package enum FindingSchema {
    /// The members `finding`, `place` and `severity` of `$defs`, each ended by a comma.
    package static let definitions = #"""
            "finding": {
              "type": "object",
              "required": ["rule", "severity", "message", "contract", "repeat", "fingerprint"],
              "additionalProperties": false,
              "properties": {
                "rule": { "description": "The rule's stable name, such as model.false-accept.", "type": "string" },
                "severity": { "$ref": "#/$defs/severity" },
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
                "line": { "description": "Counted from 1.", "type": "integer", "minimum": 0 },
                "column": { "description": "Counted from 1, in Unicode scalars.", "type": "integer", "minimum": 0 },
                "pointer": { "description": "JSON Pointer (RFC 6901); empty for the whole.", "type": "string" }
              }
            },
            "severity": { "enum": ["error", "warning", "info"] },
        """#
}
