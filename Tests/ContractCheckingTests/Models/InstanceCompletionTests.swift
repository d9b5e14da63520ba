import ContractFormat
import JSONSchema
import Testing

@testable import ContractChecking

/// Generated instances in which every property has a value.
struct InstanceCompletionTests {
    private func completed(_ instance: String, _ schema: String, definitions: String = "{}") throws -> [String] {
        let model = try #require(
            try contract(
                #""$defs": \#(definitions), "models": {"Thing": {"schema": \#(schema), "examples": [\#(instance)]}}"#
            ).model("Thing"))
        let example = Instance(name: "example 1", json: try JSON(parsing: Array(instance.utf8)), isRecorded: false)
        let wholes = ProbeGenerator.wholeProbes(of: model, instances: [example])
        return wholes.dropFirst().map { probe in
            guard case .json(let json) = probe.input else { return "\(probe.name): no JSON" }
            return "\(probe.name): \(json.text(.compact))"
        }
    }

    @Test func fillsMissingNullAndEmptyValuesAtEveryDepth() throws {
        let schema = """
            {"type": "object", "properties": {
              "a": {"type": ["string", "null"]},
              "b": {"type": "array", "items": {"type": "object", "properties": {"c": {"type": "integer"}}}},
              "d": {"type": "object", "properties": {"e": {"type": "boolean"}}}}}
            """
        #expect(
            try completed(#"{"a":null,"b":[]}"#, schema) == [
                #"every property has a value: {"a":"text","b":[{"c":1}],"d":{"e":true}}"#
            ])
    }

    @Test func addsNoMemberOfAnotherAlternative() throws {
        let alternatives = """
            {"oneOf": [{"type": "object", "required": ["x"], "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}}},
            {"type": "object", "required": ["node", "offset"],
            "properties": {"node": {"type": "string"}, "offset": {"type": "integer"}}}]}
            """
        let name = "every property has a value"
        #expect(try completed(#"{"x":1}"#, alternatives) == [#"\#(name): {"x":1,"y":1}"#])
        #expect(try completed(#"{"node":"a","offset":1}"#, alternatives) == [])
    }

    @Test func addsNothingToACompleteInstance() throws {
        #expect(try completed(#"{"a":1}"#, #"{"type": "object", "properties": {"a": {"type": "integer"}}}"#) == [])
    }

    /// Each probe is compared as a whole, so the cost of a single long instance would be quadratic in its length.
    @Test func splitsManyValuesAcrossSeveralInstances() throws {
        let members = (10..<40).map { #""m\#($0)": {"type": "integer"}"# }.joined(separator: ",")
        let object = #"{"type": "object", "properties": {\#(members)}}"#
        let properties = ["a", "b", "c", "d"].map { #""\#($0)": \#(object)"# }.joined(separator: ",")
        let schema = #"{"type": "object", "properties": {\#(properties)}}"#
        let filled = "{\((10..<40).map { "\"m\($0)\":1" }.joined(separator: ","))}"
        #expect(
            try completed("{}", schema) == [
                #"every property has a value: {"a":\#(filled),"b":\#(filled),"c":{},"d":{}}"#,
                #"every property has a value (2): {"c":\#(filled),"d":\#(filled)}"#,
            ])
    }

    @Test func boundsCompletionOfMutuallyRecursiveSchemas() throws {
        let names = (10..<40).map { "\"m\($0)\": {\"$ref\": \"#/$defs/B\"}" }.joined(separator: ",")
        let others = (10..<40).map { "\"n\($0)\": {\"$ref\": \"#/$defs/C\"}" }.joined(separator: ",")
        let completed = try completed(
            "{}", ##"{"$ref": "#/$defs/A"}"##,
            definitions: """
                {"A": {"type": "object", "properties": {\(names)}}, "B": {"type": "object", "properties": {\(others)}},
                 "C": {"type": "object", "properties": {\(names)}}}
                """)
        // At most 400 values, in batches that exceed 64 by at most one object, and the objects around them.
        #expect(completed.count == 5)
        #expect(completed.allSatisfy { $0.utf8.count < 3_000 })
    }
}
