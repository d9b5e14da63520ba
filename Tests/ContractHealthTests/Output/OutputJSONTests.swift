import ContractReporting
import Foundation
import JSONSchema
import Testing

@testable import ContractHealth

struct HealthJSONTests {
    @Test func conformsToTheSchema() throws {
        let schema = try Schema(JSON(parsing: HealthSchema.text), formats: .assert)
        let rounds = [OutputSamples.round, HealthRound(started: OutputSamples.date, seconds: 0, endpoints: [])]
        for round in rounds + OutputSamples.hostileTexts.map(OutputSamples.hostile) {
            #expect(schema.violations(of: try JSON(parsing: round.rendered(as: .json))).isEmpty)
        }
    }

    @Test func linesConformToTheSchemaAndEndWithTheRound() throws {
        var json = try #require(try JSON(parsing: HealthSchema.text).objectValue)
        for key in ["type", "required", "properties", "additionalProperties"] { json[key] = nil }
        json["oneOf"] = [["$ref": "#/$defs/line"], ["$ref": "#/$defs/ending"]]
        let schema = try Schema(.object(json))
        let lines = try OutputSamples.round.rendered(as: .jsonl).split(separator: "\n").map {
            try JSON(parsing: String($0))
        }
        #expect(lines.count == 7)
        for line in lines { #expect(schema.violations(of: line).isEmpty, "\(line)") }
        #expect(lines.first?["started"] == "2026-11-20T18:00:00Z")
        #expect(lines.last?["verdict"] == "unreachable")
    }

    @Test func containsVerdictsAspectsAndHistory() throws {
        let json = try JSON(parsing: OutputSamples.round.rendered(as: .json))
        #expect(json["schema"] == 1)
        #expect(json["verdict"] == "unreachable")
        #expect(
            json["summary"] == [
                "endpoints": 6, "healthy": 2, "degraded": 1, "unsupported": 1, "failing": 0, "unreachable": 2,
                "inMaintenance": 1,
            ])
        let favorites = try #require(json[pointer: "/endpoints/2"])
        #expect(favorites["verdict"] == "failing")
        #expect(favorites["settled"] == "healthy")
        #expect(favorites["settledSince"] == "2026-11-19T17:00:00Z")
        #expect(favorites[pointer: "/aspects/models/findings/0/rule"] == "model.false-reject")
        #expect(favorites[pointer: "/aspects/status"] == ["outcome": "held"])
        #expect(favorites[pointer: "/samples"]?.arrayValue?.count == 12)
        let locations = try #require(json[pointer: "/endpoints/3"])
        #expect(locations["latency"] == nil)
        #expect(locations[pointer: "/aspects/status"] == ["outcome": "notObserved", "reason": "there was no answer"])
        #expect(json[pointer: "/endpoints/1/availability/2"] == ["window": "30 d", "available": 0, "observed": 0])
    }

    @Test func publishesTheSchemaUnchanged() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Contracts/health.schema.json").standardizedFileURL
        #expect(
            String(decoding: try Data(contentsOf: file), as: UTF8.self) == HealthSchema.text,
            "'make schemas' copies the schema to Contracts")
    }

    @Test func sharesFindingDefinitionsWithTheReportSchema() throws {
        let (health, report) = (try JSON(parsing: HealthSchema.text), try JSON(parsing: ReportSchema.text))
        for definition in ["finding", "place", "severity"] {
            let expected = try #require(report["$defs"]?[definition])
            #expect(health["$defs"]?[definition] == expected, "\(definition)")
        }
    }

    @Test func theSchemaListsEveryEnumerationValue() throws {
        let schema = try JSON(parsing: HealthSchema.text)
        func words(_ pointer: JSONPointer) -> [String]? {
            schema[pointer: pointer]?.arrayValue?.compactMap(\.stringValue)
        }
        #expect(words("/$defs/verdict/enum") == HealthVerdict.allCases.map(\.rawValue))
        #expect(words("/$defs/endpoint/properties/aspects/required") == HealthAspect.allCases.map(\.rawValue))
        #expect(
            words("/$defs/availability/properties/window/enum")
                == HealthAvailability.Window.allCases.map(\.rawValue))
    }
}
