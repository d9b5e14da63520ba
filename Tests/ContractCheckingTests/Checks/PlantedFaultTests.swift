import ContractChecking
import Foundation
import NotesFixture
import Testing

/// Single faults in a sound client, each reported by its rule at its line of the contract, and only by its checks.
struct PlantedFaultTests {
    private func report(
        _ client: NotesClient = NotesClient(), note: Model = Model("Note", Note.init(json:))
    ) async throws -> Report {
        await (try NotesFolder()).verified(client, note: note)
    }

    @Test func findsNothingInASoundClient() async throws {
        let report = try await report()
        #expect(report.findings == [])
        #expect(report.passed)
        #expect(report.checks.count == 15)
    }

    @Test func findsAWrongQueryName() async throws {
        let report = try await report(NotesClient(tagName: "tags"))
        #expect(
            report.failed == ["notes/request/find", "notes/client/find/two notes", "notes/client/find/no such tag"])
        #expect(report.faults.isSuperset(of: ["request.query@26"]))
    }

    @Test func findsAMissingHeader() async throws {
        let report = try await report(NotesClient(acceptsJSON: false))
        #expect(report.failed == ["notes/request/find"])
        #expect(report.faults == ["request.header@27"])
    }

    @Test func findsAWrongBodyKey() async throws {
        let report = try await report(NotesClient(titleKey: "Title"))
        #expect(report.failed.contains("notes/request/add"))
        #expect(report.faults.contains("request.body@56"))
        let finding = try #require(report.findings.first { $0.rule == "request.body" })
        #expect(finding.expected == "\"Say \\\"hi\\\"\"")
        #expect(finding.found == "nothing")
    }

    @Test func findsAWrongMethodAndTimeout() async throws {
        let report = try await report(NotesClient(method: "POST", timeout: 60))
        #expect(report.faults.isSuperset(of: ["request.method@24", "request.timeout@28"]))
    }

    @Test func findsAWrongKeyInAModel() async throws {
        struct Wrong {
            let id: String, title: String, stars: Int, author: String?
            init?(json: [String: Any]) {
                guard let note = Note(json: json) else { return nil }
                (id, title, stars, author) = (note.id, note.id, note.stars, note.author)
            }
        }
        let report = try await report(note: Model("Note", Wrong.init(json:)))
        #expect(report.failed == ["notes/model/Note"])
        #expect(report.faults == ["model.wrong-value@16"])
        #expect(report.findings.first?.contract.pointer == "/models/Note/properties/title")
    }

    @Test func findsADefaultInsteadOfNil() async throws {
        struct Defaulting {
            let id: String, title: String, stars: Int, author: String?
            init?(json: [String: Any]) {
                guard let note = Note(json: json) else { return nil }
                (id, title, stars, author) = (note.id, note.title, note.stars, note.author ?? "nobody")
            }
        }
        let report = try await report(note: Model("Note", Defaulting.init(json:)))
        #expect(report.faults == ["model.wrong-value@16"])
        let finding = try #require(report.findings.first)
        #expect(finding.message.contains("'author' does not follow '/author'"))
        #expect(finding.expected == "nil")
        #expect(finding.found == "\"nobody\"")
    }

    @Test func findsModelsThatAcceptOrRefuseTooMuch() async throws {
        struct Loose {
            let id: String, title: String, stars: Int, author: String?
            init?(json: [String: Any]) {
                guard let id = json["id"] as? String, let stars = Strict.integer(json["stars"]) else { return nil }
                (self.id, title, self.stars, author) = (
                    id, json["title"] as? String ?? "", stars, json["author"] as? String
                )
            }
        }
        let loose = try await report(note: Model("Note", Loose.init(json:)))
        #expect(loose.faults.contains("model.false-accept@11"))

        struct Narrow {
            let id: String, title: String, stars: Int, author: String?
            init?(json: [String: Any]) {
                guard let note = Note(json: json), let author = note.author else { return nil }
                (id, title, stars, self.author) = (note.id, note.title, note.stars, author)
            }
        }
        let narrow = try await report(note: Model("Note", Narrow.init(json:)))
        #expect(narrow.faults == ["model.false-reject@13"])
    }

    @Test func warnsOfBridgingAndLetsTheContractDenyIt() async throws {
        struct Bridged {
            let id: String, title: String, stars: Int, author: String?
            init?(json: [String: Any]) {
                guard let id = json["id"] as? String, let title = json["title"] as? String,
                    let stars = json["stars"] as? Int,
                    Note(json: json.merging(["stars": stars]) { $1 }) != nil
                else { return nil }
                (self.id, self.title, self.stars, author) = (id, title, stars, json["author"] as? String)
            }
        }
        let model = Model("Note", Bridged.init(json:))
        let report = try await report(note: model)
        #expect(report.findings.map(\.rule) == ["model.bridging"])
        #expect(report.findings.map(\.severity) == [.warning])
        #expect(report.passed)

        let folder = try NotesFolder()
        try folder.replace(
            "\"examples\"", with: "\"bridging\": \"deny\", \"examples\"", in: "Contracts/notes/contract.json")
        let denied = await folder.verified(note: model)
        #expect(denied.findings.map(\.severity) == [.error])
    }

    @Test func findsMappingsWithoutAProperty() async throws {
        struct Other {
            let id: String, title: String, stars: Int, writer: String?
            init?(json: [String: Any]) {
                guard let note = Note(json: json) else { return nil }
                (id, title, stars, writer) = (note.id, note.title, note.stars, note.author)
            }
        }
        let report = try await report(note: Model("Note", Other.init(json:)))
        // A property that reads the member under another name is not a fault.
        #expect(report.findings.map(\.rule) == ["model.unread"])
    }

    @Test func findsAWrongStatusMapping() async throws {
        let report = try await report(NotesClient(unknownTag: .server))
        #expect(report.failed == ["notes/client/find/no such tag"])
        #expect(report.faults == ["client.wrong-error@44", "client.message@44"])
    }

    @Test func findsAnIgnoredStatus() async throws {
        let report = try await report(NotesClient(hidesServerErrors: true))
        #expect(report.failed == ["notes/faults/find/status:500"])
        #expect(report.faults == ["faults.returned@47"])
    }

    @Test func findsArgumentsThatAreNotRefused() async throws {
        let report = try await report(NotesClient(refusesEmptyTag: false))
        #expect(report.failed == ["notes/rejects/find/no tag"])
        #expect(report.faults == ["rejects.built@46"])
    }

    @Test func reportsAFaultWithTheSameFingerprintInEveryRun() async throws {
        let first = try await report(NotesClient(acceptsJSON: false))
        let second = try await report(NotesClient(acceptsJSON: false))
        #expect(first.findings.map(\.fingerprint) == second.findings.map(\.fingerprint))
        #expect(first.findings.first?.fingerprint.count == 16)
        #expect(first.findings.first?.repeatCommand == "contracts verify --only notes/request/find")
    }
}

extension NotesFolder {
    /// Verifies the suite, in replay by default, and keeps the folder until the run has ended.
    func verified(
        _ client: NotesClient = NotesClient(), note: Model = Model("Note", Note.init(json:)),
        _ options: Options = Options(mode: .replay)
    ) async -> Report {
        await suite(client, note: note).verify(options)
    }
}
