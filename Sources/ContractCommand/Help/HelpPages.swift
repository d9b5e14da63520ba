import ContractChecking

enum HelpPages {
    static var overview: ManualPage {
        let groups = CommandRunner.groups.map { group in
            ManualPage.Section(group.heading, group.commands.map { .row($0.spec.name, $0.spec.summary) })
        }
        let before: [ManualPage.Section] = [
            .init("NAME", [.paragraph("contracts - checks Swift API clients against declarative contracts")]),
            .init("SYNOPSIS", [.command("contracts COMMAND [OPTION]…")]),
            .init(
                "DESCRIPTION",
                [
                    .paragraph(
                        """
                        A contract describes what client code expects of a service, recordings contain real exchanges with it, and \
                        bindings name the Swift code under test. From these every request, response, model and client call \
                        is checked: offline, or live against a server.
                        """)
                ]),
        ]
        let after: [ManualPage.Section] = [
            .init("EXIT STATUS", rows(CommandArticle.sections["verify"])),
            .init(
                "SEE ALSO",
                [
                    .row("contracts help COMMAND", "the options and behavior of a command"),
                    .row("contracts help rules", "every rule that a finding can name"),
                    .row("contracts help RULE", "a rule, with an example and a remedy"),
                ]),
        ]
        return ManualPage(sections: before + groups + after)
    }

    static func page(of spec: CommandSpec) -> ManualPage {
        let article = CommandArticle.sections[spec.name]
        let synopsis = ["contracts", spec.name, "[OPTION]…", spec.operands].filter { !$0.isEmpty }
        return ManualPage(sections: [
            .init("NAME", [.paragraph("contracts \(spec.name) - \(spec.summary)")]),
            .init("SYNOPSIS", [.command(synopsis.joined(separator: " "))]),
            .init("DESCRIPTION", paragraphs(article?.description ?? "")),
            .init(
                "OPTIONS",
                spec.options.map { option in
                    let value = option.value.map { " \($0)" } ?? ""
                    let again = option.repeats && !spec.takesSeveral(option) ? "; may be repeated" : ""
                    return .item(
                        "--\(option.name)\(value)\(spec.takesSeveral(option) ? " …" : "")", option.help + again)
                }), .init("EXIT STATUS", rows(article)),
            .init("EXAMPLES", (article?.examples ?? []).map { .command($0) }),
        ])
    }

    static func page(of rule: Rule) -> ManualPage {
        ManualPage(sections: [
            .init("RULE", [.paragraph(rule.id), .paragraph(rule.explanation.summary)]),
            .init("EXAMPLE", [.verbatim(rule.explanation.example)]),
            .init("REMEDY", paragraphs(rule.explanation.remedy)),
        ])
    }

    private static func rows(_ article: CommandArticle.Section?) -> [ManualPage.Block] {
        (article?.exitStatus ?? []).map { .row($0.code, $0.meaning) }
    }

    private static func paragraphs(_ text: String) -> [ManualPage.Block] {
        text.split(separator: "\n\n").map { .paragraph(String($0).replacing("\n", with: " ")) }
    }
}
