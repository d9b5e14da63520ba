import ContractFormat
import JSONSchema
import Testing

struct TemplateTests {
    private func values(_ placeholder: Placeholder) -> JSON? {
        switch placeholder {
        case .name("n"): 7
        case .name("s"): "a/b"
        case .environment("TOKEN"): "t"
        default: nil
        }
    }

    @Test(arguments: [
        ("plain", "plain"), ("{n}", "7"), ("x{n}y{s}", "x7ya/b"), ("{{n}", "{n}"), ("{{{n}}", "{7}"),
        ("{env:TOKEN}!", "t!"),
        ("", ""), ("a}b", "a}b"),
    ])
    func fillsIn(source: String, expected: String) throws {
        #expect(try Template(parsing: source).text(values) == expected)
    }

    @Test(arguments: [
        "{", "{n", "{}", "{a b}", "{env:}", "{1a}", "{env:A-B}", "{é}", "{n|}", "{n|nul}", "{env:A|null}", "x{n|null}",
        "{n|either}{s}",
    ])
    func refuses(source: String) {
        #expect(throws: Template.SyntaxError.self) { try Template(parsing: source) }
    }

    @Test func aSolePlaceholderKeepsTheTypeOfItsValue() throws {
        let template = TemplateValue.object([
            .init(name: "count", value: .template(try Template(parsing: "{n}"))),
            .init(name: "label", value: .template(try Template(parsing: "n={n}"))),
            .init(name: "absent", value: .template(try Template(parsing: "{other}"))),
        ])
        #expect(template.filled(values) == ["count": 7, "label": "n=7"])
    }
}
