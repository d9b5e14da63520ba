import ContractChecking
import Foundation
import JSONSchema
import Testing

/// Payload shapes of legacy services, and models that read them.
struct LegacyShapeTests {
    /// Reads an empty string as nil and a single line as a list of one.
    private struct Bill: Decodable {
        struct Line: Decodable { let text: String }
        let remark: String?, lines: [Line]
        private enum CodingKeys: String, CodingKey { case remark, lines }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let remark = try container.decode(String.self, forKey: .remark)
            self.remark = remark.isEmpty ? nil : remark
            do {
                lines = try container.decode([Line].self, forKey: .lines)
            } catch {
                lines = [try container.decode(Line.self, forKey: .lines)]
            }
        }
    }

    /// Drops short strings and changes a single line.
    private struct ShortBill: Decodable {
        let remark: String?, lines: [Bill.Line]

        init(from decoder: any Decoder) throws {
            let bill = try Bill(from: decoder)
            remark = bill.remark.flatMap { $0.count < 5 ? nil : $0 }
            lines = bill.lines.count == 1 ? [Bill.Line(text: bill.lines[0].text.uppercased())] : bill.lines
        }
    }

    @Test(arguments: ["", #""model":"Line","#])
    func allowsReadingAnEmptyStringAsNilAndAnObjectAsAList(model: String) async throws {
        let line = #"{"type":"object","required":["text"],"properties":{"text":{"type":"string"}}}"#
        let trial = ModelTrial(
            models: """
                "Line":{"schema":\(line),"examples":[{"text":"a"}]},
                "Bill":{"schema":{"type":"object","required":["remark","lines"],"properties":{"remark":{"type":"string"},
                "lines":{"anyOf":[{"$ref":"#/models/Line/schema"},
                {"type":"array","minItems":2,"items":{"$ref":"#/models/Line/schema"}}]}}},
                "properties":{"remark":{"pointer":"/remark","as":"text-or-blank"},"lines":{\(model)"pointer":"/lines"}},
                "examples":[{"remark":"late","lines":[{"text":"a"},{"text":"b"}]},{"remark":"","lines":{"text":"c"}}]}
                """)
        let blank = Conversion("text-or-blank") { json in json.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
        let sound = try await trial.findings {
            blank
            Model("Line", decoding: Bill.Line.self)
            Model("Bill", decoding: Bill.self)
        }
        #expect(sound == [])
        let faulty = try await trial.places {
            blank
            Model("Line", decoding: Bill.Line.self)
            Model("Bill", decoding: ShortBill.self)
        }
        #expect(
            Set(faulty) == [
                "model.wrong-value /models/Bill/properties/remark", "model.wrong-value /models/Bill/properties/lines",
            ])
    }
}
