import Testing

@testable import ContractAuthoring

@Suite struct SwiftCodeTests {
    @Test func indentsInterpolatedCodeLikeItsLine() {
        let body: [SwiftCode] = ["let a = 1", "if a > 0 {\n    print(a)\n}"]
        let code: SwiftCode = """
            func run() {
                \(body)
            }
            """
        #expect(code.source == "func run() {\n    let a = 1\n    if a > 0 {\n        print(a)\n    }\n}\n")
    }

    @Test func removesALineWithoutCode() {
        let none: [SwiftCode] = []
        let code: SwiftCode = """
            struct A {
                \(none)

                let b: Int
            }
            """
        #expect(code.source == "struct A {\n    let b: Int\n}\n")
    }

    @Test func fillsATemplateByPlaceholderNames() {
        let code = SwiftCode(
            template: "enum \\(name) {\n    \\(cases)\n}\nprint(\"\\(tag)\")",
            ["name": ["A"], "cases": ["case b", "case c"]])
        #expect(code.source == "enum A {\n    case b\n    case c\n}\nprint(\"\\(tag)\")\n")
    }
}
