import ContractFormat
import JSONSchema
import Testing

struct TemplateTests {
    private func values(_ placeholder: Placeholder) -> JSON? {
        switch placeholder {
        case .name("n"): 7
        case .name("s"): "a/b"
        case .name("t"): "2024-02-29T23:30:00Z"
        case .name("l"): ["2024-02-29T23:30:00Z", "2024-02-29"]
        case .environment("TOKEN"): "t"
        default: nil
        }
    }

    @Test(arguments: [
        ("plain", "plain"), ("{n}", "7"), ("x{n}y{s}", "x7ya/b"), ("{{n}", "{n}"), ("{{{n}}", "{7}"),
        ("{env:TOKEN}!", "t!"),
        ("", ""), ("a}b", "a}b"), ("{t|epoch-seconds}", "1709249400"), ("{t|epoch-milliseconds}", "1709249400000"),
        ("{t|date}", "2024-02-29"), ("{t|date:dd.MM.yy HH:mm|zone:Asia/Tokyo}", "01.03.24 08:30"), ("{n|text}", "7"),
        ("{l|date|joined}", "2024-02-29,2024-02-29"), ("{l|text|joined:|}", "2024-02-29T23:30:00Z|2024-02-29"),
    ])
    func fillsInPlaceholders(source: String, expected: String) throws {
        #expect(try Template(parsing: source).text(values) == expected)
    }

    @Test(arguments: [
        "{", "{n", "{}", "{a b}", "{env:}", "{1a}", "{env:A-B}", "{é}", "{n|}", "{n|nul}", "{env:A|null}", "x{n|null}",
        "{n|either}{s}", "{n|epoch}", "{n|date:}", "{n|zone:UTC}", "{n|date|zone:Mars}", "{n|text|nul}",
    ])
    func rejectsInvalidTemplates(source: String) {
        #expect(throws: Template.SyntaxError.self) { try Template(parsing: source) }
    }

    @Test func keepsTheTypeOfASolePlaceholder() throws {
        let template = TemplateValue.object([
            .init(name: "count", value: .template(try Template(parsing: "{n}"))),
            .init(name: "label", value: .template(try Template(parsing: "n={n}"))),
            .init(name: "absent", value: .template(try Template(parsing: "{other}"))),
        ])
        #expect(template.filled(values) == ["count": 7, "label": "n=7"])
    }

    @Test func convertsAWholeValueToTheTypeOfItsForm() throws {
        #expect(try Template(parsing: "{t|epoch-seconds}").filled(values) == 1_709_249_400)
        #expect(try Template(parsing: "{n|text}").filled(values) == "7")
        #expect(try Template(parsing: "{l|epoch-seconds}").filled(values) == [1_709_249_400, 1_709_164_800])
        #expect(try Template(parsing: "{other|text|null}").filled(values) == .null)
        #expect(try Template(parsing: "{other|null|epoch-seconds}").filled(values) == .null)
    }
}
