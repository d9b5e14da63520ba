import CommandTestSupport
import ContractChecking
import Foundation
import JSONSchema
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Plants of every kind must be found after `contracts fit SERVICE --write` as before.
struct FittedPlantTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let faults: [String: [String]]
        let plant: Plant

        init(_ name: String, _ faults: [String: [String]], _ plant: Plant) {
            (testDescription, self.faults, self.plant) = (name, faults, plant)
        }
    }

    /// The title of the first card, cached forever.
    private static let cachedTitle = Locked<String?>(nil)

    static let kinds = [
        Kind(
            "swapped keys", ["model.wrong-value": ["schema/properties/first_name", "schema/properties/last_name"]],
            .model("on-the-map/User") { record in
                [
                    "firstName": try record["last_name"].ifPresent?.string(),
                    "lastName": try record["first_name"].ifPresent?.string(),
                ]
            }),
        Kind(
            "a constant", ["model.wrong-value": ["schema/properties/party"]],
            .model("representatives/Representative") { record in
                _ = try record["party"].string()
                return ["party": "Republican"]
            }),
        Kind(
            "the wrong member of the same type", ["model.wrong-value": ["schema/properties/office"]],
            .model("representatives/Representative") { record in ["office": try record["phone"].string()] }),
        Kind(
            "a default for what is missing", ["model.false-accept": ["schema/required"]],
            .model("representatives/Representative") { record in
                ["link": record.members["link"] == nil ? "" : try record["link"].string()]
            }),
        Kind(
            "a member that is not read", ["model.unread": ["schema/properties/phase"]],
            .model("elements/Element") { _ in ["phase": Variant.Removed()] }),
        Kind(
            "a number that loses digits", ["model.wrong-value": ["schema/properties/atomic_mass"]],
            .model("elements/Element") { record in
                ["atomicMass": Double(Float(try record["atomic_mass"].number()))]
            }),
        Kind(
            "the first value for ever", ["model.wrong-value": ["schema/properties/title"]],
            .model("tarot-cards/TarotCard") { record in
                let title = try record["title"].string()
                return [
                    "title": cachedTitle.withLock { cached in
                        cached = cached ?? title
                        return cached
                    }
                ]
            }),
        Kind(
            "an element that is dropped",
            ["model.false-accept": ["/$defs/integer/type", "/$defs/integer/minimum", "/$defs/integer/maximum"]],
            .model("elements/Element") { record in
                ["shells": try record["shells"].array { $0 }.compactMap { shell in try? shell.integer() }]
            }),
        Kind(
            "swapped arguments", ["request.query": ["request/query/lat", "request/query/lon"]],
            .builder("meetup-events/events") { arguments in
                let _ = try arguments.soundEvents
                let (text, key): (String, String) = try (arguments["text"], arguments["key"])
                let (latitude, longitude): (Double, Double) = try (arguments["latitude"], arguments["longitude"])
                return try URLRequest(
                    text: "https://api.meetup.com/find/events?key=\(key.percentEncoded)&fields=group_photo"
                        + "&text=\(text.percentEncoded)&lat=\(longitude.queryText)&lon=\(latitude.queryText)")
            }),
        Kind(
            "a header that is missing", ["request.header": ["request/headers/Content-Type"]],
            .builder("elements/favorite") { arguments in
                var request = try arguments.soundFavorite
                request.setValue(nil, forHTTPHeaderField: "Content-Type")
                return request
            }),
    ]

    @Test(arguments: kinds) func isFoundAfterFit(_ kind: Kind) async {
        await kind.plant.compareFitted(with: kind.faults, #_sourceLocation)
    }

    @Test(arguments: ["elements", "meetup-events", "on-the-map", "representatives", "tarot-cards"])
    func nothingIsProposedForSoundCode(_ service: String) async throws {
        let fit = await CommandOutput.of(["fit", service], over: Plant.suite)
        #expect(fit.out == "no changes to propose: the contract matches the code\n")
    }
}
