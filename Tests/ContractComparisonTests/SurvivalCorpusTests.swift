import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema
import TestSupport
import Testing

@testable import ContractChecking

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Changes of a response, one file for each change and model: the response before and after, and the expected words of
/// the score and of the comparison of recordings. To add a case, add a file.
struct SurvivalCorpusTests {
    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Cases/survival")
    private static let names: [String] = {
        do { return try FileManager.default.contentsOfDirectory(atPath: corpus.path).sorted() } catch { return [] }
    }()

    private static let schema = """
        {"type":"object","required":["id","kind"],"properties":{
        "id":{"type":"integer"},"kind":{"enum":["song","video"]},"seconds":{"type":"integer"},
        "title":{"type":"string"},"tags":{"type":"array","items":{"type":"string"}},
        "made":{"type":"string","format":"date-time"},"code":{"type":"string"},"price":{"type":"number"},
        "owner":{"type":"object","properties":{"name":{"type":"string"}}}}}
        """

    // MARK: - Models

    private enum Kind: String, Decodable { case song, video }

    private struct Owner: Decodable {
        let name: String
    }

    /// A model with casts: required members are guarded, all others become `nil` on a mismatch.
    private struct Casts {
        let id: Int, kind: Kind, seconds: Int?, title: String?, tags: [String], made: Date?, code: String?
        let price: Double?, owner: Owner?

        init?(json: [String: Any]) {
            guard let id = json["id"] as? Int, let kind = (json["kind"] as? String).flatMap(Kind.init) else {
                return nil
            }
            (self.id, self.kind, seconds) = (id, kind, json["seconds"] as? Int)
            (title, tags) = (json["title"] as? String, json["tags"] as? [String] ?? [])
            made = (json["made"] as? String).flatMap { ISO8601DateFormatter().date(from: $0) }
            (code, price) = (json["code"] as? String, json["price"] as? Double)
            owner = ((json["owner"] as? [String: Any])?["name"] as? String).map(Owner.init)
        }
    }

    /// The same with more guarded members and without the date.
    private struct Strict {
        let id: Int, kind: Kind, seconds: Int, title: String, tags: [String], code: String?, price: Double?
        let owner: Owner?

        init?(json: [String: Any]) {
            guard let casts = Casts(json: json), let seconds = casts.seconds, let title = casts.title else {
                return nil
            }
            (id, kind, self.seconds, self.title) = (casts.id, casts.kind, seconds, title)
            (tags, code, price, owner) = (casts.tags, casts.code, casts.price, casts.owner)
        }
    }

    private struct Decoded: Decodable {
        let id: Int, kind: Kind, seconds: Int?, title: String?, tags: [String]?, made: String?, code: String?
        let price: Double?, owner: Owner?
    }

    /// A model that accepts numbers as strings, strings as numbers, and any kind.
    private struct Patient {
        let id: Double, kind: String, seconds: Double?, title: String?, code: String?

        init?(json: [String: Any]) {
            func number(_ key: String) -> Double? {
                (json[key] as? NSNumber)?.doubleValue ?? (json[key] as? String).flatMap(Double.init)
            }
            guard let id = number("id"), let kind = json["kind"] as? String else { return nil }
            (self.id, self.kind, seconds, title) = (id, kind, number("seconds"), json["title"] as? String)
            code = json["code"] as? String ?? (json["code"] as? NSNumber)?.stringValue
        }
    }

    private static func model(_ name: String) throws -> Model {
        switch name {
        case "casts": Model("Thing", Casts.init(json:))
        case "strict": Model("Thing", Strict.init(json:))
        case "decodable": Model("Thing", decoding: Decoded.self)
        case "patient": Model("Thing", Patient.init(json:))
        default: throw UnknownModel(name: name)
        }
    }

    private struct UnknownModel: Error {
        let name: String
    }

    // MARK: - Cases

    @Test func hasCases() { #expect(Self.names.count >= 90) }

    @Test(arguments: names)
    func reportsTheEffectOnTheModel(name: String) throws {
        let file = try JSON(parsing: try Data(contentsOf: Self.corpus.appendingPathComponent(name)))
        let old = try #require(file["old"])
        let new = try #require(file["new"])
        let place = try JSONPointer(try #require(file["place"]?.stringValue))
        let folder = try TemporaryFolder()
        try folder.write(
            """
            {"service": "things", "origin": "https://things.example",
             "models": {"Thing": {"schema": \(Self.schema)}},
             "endpoints": {"thing": {
               "request": {"method": "GET", "path": "/thing"},
               "responses": {"2XX": {"schema": {"$ref": "#/models/Thing/schema"}, "models": {"": "Thing"}}}}}}
            """, to: "Contracts/things/contract.json")
        let model = try Self.model(try #require(file["model"]?.stringValue))
        let build: Endpoint.Builder = { _ in URLRequest(url: URL(fileURLWithPath: "/")) }
        let suite = ContractSuite(
            contracts: folder.url.appendingPathComponent("Contracts"),
            recordings: folder.url.appendingPathComponent("Recordings")
        ) {
            Service("things") {
                model
                Endpoint("thing", build)
            }
        }
        let service = try #require(suite.loaded.value.services.first)
        let contract = try #require(service.contract)

        let survival = ModelSurvival(
            contract: try #require(contract.models.first), model: model,
            sources: ValueSources(contract, service.binding))
        var scored: Survival.Change?
        // The score does not cover narrower requirements of a provider or changes outside the body.
        if let word = file["change"]?.stringValue {
            let change = try #require(ProviderChange(rawValue: word))
            let outcome = survival.outcome(
                of: ProviderEdit(change: change, place: place, before: old, after: new))
            scored = Survival.Change(
                kind: change.rawValue, pointer: "\(place)", name: "", outcome: outcome.outcome, detail: outcome.detail,
                contract: Place(file: ""))
        }
        #expect(scored?.words == file["score"]?.stringValue)

        func recording(_ body: JSON, _ side: Int) -> Recording {
            var headers: HeaderFields = ["Content-Type": "application/json"]
            for (name, value) in file["headers"]?[side]?.objectValue ?? [:] { headers[name] = value.stringValue }
            return Recording(entries: [
                HTTPExchange(
                    request: RecordedRequest(method: "GET", url: "https://things.example/thing"),
                    response: RecordedResponse(
                        status: file["status"]?[side]?.intValue ?? 200, headers: headers, body: body.bytes(.compact)))
            ])
        }
        let effects = ModelEffects(service: service, endpoints: contract.endpoints).effects(
            from: recording(old, 0), to: recording(new, 1))
        let differences = effects.map { change, effect -> JSON in
            .string("\(change.kind) \(change.pointer?.description ?? ""): \(effect.rawValue)")
        }
        #expect(JSON.array(differences) == file["diff"])
        // The score and the comparison must agree on a single change.
        if let scored, let effect = effects.first?.effect, effects.count == 1 {
            #expect(scored.words.hasPrefix(effect.rawValue))
        }
    }

    @Test func namesEffectsInTheWordsOfTheScore() {
        func words(_ outcome: Survival.Outcome, _ detail: String?) -> String {
            Survival.Change(
                kind: "", pointer: "", name: "", outcome: outcome, detail: detail, contract: Place(file: "")
            ).words
        }
        let effects = RecordingChange.Change.Effect.allCases.map(\.rawValue)
        #expect(
            effects == [
                words(.refuses, SurvivalOutcome.record), words(.losesValue, nil), words(.survives, nil),
            ])
    }
}
