import ContractChecking
import Foundation
import Testing

/// Properties that several members fill, such as an enum of which each case has a member of its own.
struct SeveralMembersTests {
    private enum Value: Equatable {
        case quantity(Decimal)
        case text(String)
    }

    private struct Part: Decodable {
        let code: String
        let value: Value?

        private enum CodingKeys: CodingKey { case code, valueQuantity, valueString }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            code = try values.decode(String.self, forKey: .code)
            if let quantity = try values.decodeIfPresent(Decimal.self, forKey: .valueQuantity) {
                value = .quantity(quantity)
            } else {
                value = try values.decodeIfPresent(String.self, forKey: .valueString).map(Value.text)
            }
        }
    }

    private struct Report: Decodable { let parts: [Part] }

    private static let part = """
        "Part":{"schema":{"type":"object","required":["code"],"properties":{"code":{"type":"string"},
        "valueQuantity":{"type":"number"},"valueString":{"type":"string"}},
        "not":{"required":["valueQuantity","valueString"]}},
        "examples":[{"code":"a","valueQuantity":1.5},{"code":"b","valueString":"x"}]}
        """
    private static func report(_ part: String) -> String {
        """
        "Report":{"schema":{"type":"object","required":["parts"],"properties":{"parts":{"type":"array","items":\(part)}}},
        "examples":[{"parts":[{"code":"a","valueQuantity":1.5},{"code":"b","valueString":"x"}]}]}
        """
    }

    @Test func observesThePropertyOfAModel() async throws {
        #expect(try await ModelTrial(models: Self.part).findings { Model("Part", decoding: Part.self) } == [])
    }

    @Test func observesThePropertyOfElements() async throws {
        let schema = """
            {"type":"object","required":["code"],"properties":{"code":{"type":"string"},
            "valueQuantity":{"type":"number"},"valueString":{"type":"string"}},
            "not":{"required":["valueQuantity","valueString"]}}
            """
        let trial = ModelTrial(models: Self.report(schema))
        #expect(try await trial.findings { Model("Report", decoding: Report.self) } == [])
    }

    @Test func observesThePropertyOfElementsThatAreModels() async throws {
        let trial = ModelTrial(models: Self.report(##"{"$ref":"#/models/Part/schema"}"##) + "," + Self.part)
        let found = try await trial.findings {
            Model("Report", decoding: Report.self)
            Model("Part", decoding: Part.self)
        }
        #expect(found == [])
    }

    private enum Resource: Decodable {
        case part(Part)
        case other(String)

        private enum CodingKeys: CodingKey { case kind }

        init(from decoder: any Decoder) throws {
            let kind = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .kind)
            self = kind == "part" ? .part(try Part(from: decoder)) : .other(kind)
        }
    }

    private struct Bundle: Decodable { let entry: [Resource] }

    @Test func observesThePropertyOfAVariantsPayload() async throws {
        let trial = ModelTrial(
            models: """
                "Bundle":{"schema":{"type":"object","required":["entry"],"properties":{
                "entry":{"type":"array","items":{"$ref":"#/models/Resource/schema"}}}},
                "examples":[{"entry":[{"kind":"part","code":"a","valueQuantity":1.5},{"kind":"part","code":"b","valueString":"x"}]}]},
                "Resource":{"schema":{"anyOf":[{"$ref":"#/models/Part/schema"}]},
                "discriminator":"/kind","variants":{"part":{"case":"part","model":"Part"}},"otherwise":"other",
                "examples":[{"kind":"part","code":"a","valueQuantity":1.5}]},
                "Part":{"schema":{"type":"object","required":["kind","code"],"properties":{"kind":{"const":"part"},
                "code":{"type":"string"},"valueQuantity":{"type":"number"},"valueString":{"type":"string"}},
                "not":{"required":["valueQuantity","valueString"]}},
                "examples":[{"kind":"part","code":"a","valueQuantity":1.5},{"kind":"part","code":"b","valueString":"x"}]}
                """)
        let found = try await trial.findings {
            Model("Bundle", decoding: Bundle.self)
            Model("Resource", decoding: Resource.self)
            Model("Part", decoding: Part.self)
        }
        #expect(found == [])
    }
}
