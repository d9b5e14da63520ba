// swift-tools-version: 6.2

import PackageDescription

/// Warnings are errors where `CI` is set, so a newer compiler's advice never stops a developer's own build.
let settings: [SwiftSetting] = Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]

let package = Package(
    name: "swift-contract-testing",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "JSONSchema", targets: ["JSONSchema"]),
        .library(name: "HTTPRecording", targets: ["HTTPRecording"]),
        .library(name: "ContractTesting", targets: ["ContractTesting"]),
        .library(name: "ContractServing", targets: ["ContractServing"]),
        .library(name: "ContractCommand", targets: ["ContractCommand"]),
        .plugin(name: "ContractsPlugin", targets: ["ContractsPlugin"]),
        // The executable 'contracts' is a product of this package alone, made by SwiftPM of the target of that name: one
        // that is declared here would take the place of the 'contracts' that a package depending on this one builds.
    ],
    targets: [
        // The files in Resources of all modules, and two articles: byte literals, as SwiftPM embeds files, take a compiler seconds.
        .target(name: "EmbeddedTexts"),
        .target(name: "JSONValues", swiftSettings: settings),
        .target(name: "YAMLValues", dependencies: ["JSONValues"], swiftSettings: settings),
        .target(
            name: "JSONSchema", dependencies: ["EmbeddedTexts", "JSONValues"], exclude: ["Resources"],
            swiftSettings: settings),
        .target(name: "ContractOpenAPI", dependencies: ["JSONSchema", "YAMLValues"], swiftSettings: settings),
        .target(name: "HTTPRecording", dependencies: ["JSONValues"], swiftSettings: settings),
        .target(
            name: "ContractPact", dependencies: ["JSONSchema", "HTTPRecording", "ContractFormat"],
            swiftSettings: settings),
        .target(
            name: "ContractFormat", dependencies: ["EmbeddedTexts", "JSONSchema", "HTTPRecording"],
            exclude: ["Resources"], swiftSettings: settings),
        .target(
            name: "ContractChecking", dependencies: ["EmbeddedTexts", "JSONSchema", "HTTPRecording", "ContractFormat"],
            swiftSettings: settings),
        .target(
            name: "ContractReporting",
            dependencies: ["EmbeddedTexts", "JSONSchema", "HTTPRecording", "ContractFormat", "ContractChecking"],
            exclude: ["Resources"], swiftSettings: settings),
        .target(
            name: "ContractHealth",
            dependencies: [
                "EmbeddedTexts", "JSONSchema", "HTTPRecording", "ContractFormat", "ContractChecking",
                "ContractReporting",
            ],
            exclude: ["Resources"], swiftSettings: settings),
        .target(
            name: "ContractAuthoring",
            dependencies: [
                "EmbeddedTexts",
                "JSONSchema", "ContractOpenAPI", "ContractPact", "HTTPRecording", "ContractFormat", "ContractChecking",
            ],
            exclude: ["Resources"], swiftSettings: settings),
        .target(
            name: "ContractComparison",
            dependencies: [
                "JSONSchema", "ContractOpenAPI", "ContractPact", "HTTPRecording", "ContractFormat", "ContractChecking",
            ],
            swiftSettings: settings),
        .target(
            name: "ContractServing",
            dependencies: [
                "EmbeddedTexts",
                "JSONSchema", "HTTPRecording", "ContractFormat", "ContractChecking", "ContractReporting",
                // Elsewhere a test serves nothing; 'make portability' holds the targets to that.
                .target(name: "LoopbackServer", condition: .when(platforms: [.macOS, .linux])),
            ],
            exclude: ["Resources"], swiftSettings: settings),
        .target(
            name: "ContractTesting",
            dependencies: ["JSONSchema", "HTTPRecording", "ContractFormat", "ContractChecking"], swiftSettings: settings
        ),
        .target(
            name: "ContractCommand",
            dependencies: [
                "EmbeddedTexts",
                "JSONSchema", "YAMLValues", "ContractOpenAPI", "HTTPRecording", "ContractFormat", "ContractChecking",
                "ContractReporting", "ContractHealth",
                "ContractAuthoring", "ContractComparison", "ContractPact", "ContractServing", "LoopbackServer",
            ],
            exclude: ["Resources"], swiftSettings: settings),

        // 'swift package contracts …' of a package that depends on this one: it runs that package's own command line.
        .plugin(
            name: "ContractsPlugin",
            capability: .command(
                intent: .custom(
                    verb: "contracts", description: "checks Swift API clients against declarative contracts")),
            path: "Sources/ContractsPlugin"),

        // An HTTP server for tests and development: it knows nothing of the harness, nor of what it serves.
        .target(name: "LoopbackServer", swiftSettings: settings),

        // The systems under contract and their server stand for a user's app: they import nothing of the harness.
        .target(name: "ExampleClients", swiftSettings: settings),
        .target(
            name: "ExampleProvider", dependencies: ["LoopbackServer"],
            resources: [
                "ElementFacts.txt", "ElementHistory.txt", "ElementSummaries.txt", "Representatives.txt",
                "TarotCards.txt",
                "fullSize.jpg", "thumbnail.jpg",
            ].map { .embedInCode("Resources/\($0)") }, swiftSettings: settings),
        .executableTarget(
            name: "contracts", dependencies: ["JSONSchema", "ContractCommand", "ExampleClients", "ExampleProvider"],
            swiftSettings: settings),

        // What tests of every module share: a temporary folder; a command line run in this process.
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
        .target(
            name: "CommandTestSupport", dependencies: ["ContractChecking", "ContractCommand", "TestSupport"],
            path: "Tests/CommandTestSupport",
            swiftSettings: settings),
        // What tests of health checks share: a person who is notified, and a clock of rounds.
        .target(
            name: "HealthTestSupport", dependencies: ["ContractHealth"], path: "Tests/HealthTestSupport",
            swiftSettings: settings),
        // A small service that the tests plant faults into.
        .target(
            name: "NotesFixture", dependencies: ["ContractChecking", "HTTPRecording", "TestSupport"],
            path: "Tests/NotesFixture",
            swiftSettings: settings),
        // An API of uploads, pages, tokens, caches and events, with its client and its contract.
        .target(
            name: "ExchangesFixture", dependencies: ["ContractChecking", "HTTPRecording", "LoopbackServer"],
            path: "Tests/Exchanges/Fixture", swiftSettings: settings),
        .testTarget(
            name: "ExchangesTests",
            dependencies: [
                "ContractTesting", "ContractChecking", "ContractFormat", "ContractServing", "HTTPRecording",
                "JSONSchema", "ExchangesFixture", "TestSupport", "CommandTestSupport", "LoopbackServer",
            ],
            path: "Tests/Exchanges/Tests", swiftSettings: settings),
        // What code under test may do to its process, and what a server may send.
        .target(
            name: "AttackFixture", dependencies: ["JSONValues", "HTTPRecording", "ContractChecking", "NotesFixture"],
            path: "Tests/Attack/Fixture",
            swiftSettings: settings),
        // A command line whose code under test traps, hangs and eats memory.
        .executableTarget(
            name: "trapping", dependencies: ["ContractCommand", "NotesFixture", "AttackFixture"],
            path: "Tests/Trapping",
            swiftSettings: settings),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "JSONSchema", "YAMLValues", "HTTPRecording", "ContractChecking", "LoopbackServer", "RawHTTPClient",
                "TestSupport",
            ],
            path: "Tests/Benchmarks", exclude: ["Verify/bodies.py"],
            swiftSettings: settings),

        .testTarget(name: "JSONSchemaTests", dependencies: ["JSONSchema", "YAMLValues"], swiftSettings: settings),
        .testTarget(
            name: "HTTPRecordingTests", dependencies: ["TestSupport", "JSONSchema", "HTTPRecording", "NotesFixture"],
            exclude: ["Resources"],
            swiftSettings: settings),
        .testTarget(
            name: "ContractFormatTests", dependencies: ["JSONSchema", "ContractFormat"], exclude: ["Faults"],
            swiftSettings: settings),
        .testTarget(
            name: "ContractCheckingTests",
            dependencies: [
                "TestSupport", "JSONSchema", "HTTPRecording", "ContractFormat", "ContractChecking", "NotesFixture",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ContractReportingTests",
            dependencies: [
                "TestSupport", "JSONSchema", "HTTPRecording", "ContractFormat", "ContractChecking", "ContractReporting",
            ],
            exclude: ["Golden"], swiftSettings: settings),
        .testTarget(
            name: "ContractHealthTests",
            dependencies: [
                "TestSupport", "HealthTestSupport", "JSONSchema", "HTTPRecording", "ContractFormat",
                "ContractChecking", "ContractReporting", "ContractHealth", "NotesFixture",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ContractPactTests", dependencies: ["ContractPact", "ContractFormat", "HTTPRecording", "JSONSchema"],
            swiftSettings: settings),
        .testTarget(
            name: "ContractOpenAPITests", dependencies: ["JSONSchema", "ContractOpenAPI"], swiftSettings: settings),
        .testTarget(
            name: "ContractAuthoringTests",
            dependencies: [
                "TestSupport", "CommandTestSupport", "JSONSchema", "YAMLValues", "HTTPRecording", "ContractFormat",
                "ContractPact",
                "ContractOpenAPI", "ContractChecking", "ContractAuthoring", "ContractCommand", "NotesFixture",
                "LoopbackServer",
            ],
            exclude: ["Scaffold", "Cases"],
            swiftSettings: settings),
        .testTarget(
            name: "ContractComparisonTests",
            dependencies: [
                "TestSupport", "CommandTestSupport", "JSONSchema", "HTTPRecording", "ContractFormat", "ContractPact",
                "ContractOpenAPI", "ContractChecking", "ContractAuthoring", "ContractComparison", "ContractCommand",
                "NotesFixture", "trapping",
            ],
            exclude: ["Cases"], swiftSettings: settings),
        .testTarget(
            name: "ContractTestingTests",
            dependencies: [
                "TestSupport", "JSONSchema", "HTTPRecording", "ContractFormat", "ContractTesting", "NotesFixture",
            ], swiftSettings: settings),
        .testTarget(
            name: "ContractServingTests",
            dependencies: [
                "TestSupport", "JSONSchema", "HTTPRecording", "ContractFormat", "ContractChecking", "ContractServing",
                "LoopbackServer", "NotesFixture", "RawHTTPClient",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ContractCommandTests",
            dependencies: [
                "TestSupport", "CommandTestSupport", "JSONSchema", "HTTPRecording", "ContractFormat",
                "ContractChecking", "ContractReporting", "ContractHealth", "ContractCommand", "LoopbackServer",
                "NotesFixture", "RawHTTPClient", "HealthTestSupport", "ExampleClients", "ExampleProvider", "contracts",
                "trapping",
            ],
            exclude: ["Serving/Contracts"], swiftSettings: settings),
        .testTarget(
            name: "ExampleClientsTests",
            dependencies: [
                "TestSupport", "CommandTestSupport",
                "JSONSchema", "ContractFormat", "ContractChecking", "ContractTesting", "ContractCommand",
                "ExampleClients", "ExampleProvider", "contracts",
            ], swiftSettings: settings),
        .testTarget(
            name: "PlantedFaultsTests",
            dependencies: [
                "TestSupport", "CommandTestSupport",
                "ExampleClients", "ContractAuthoring", "ContractChecking", "ContractFormat", "ContractCommand",
                "HTTPRecording", "JSONSchema", "ContractReporting", "contracts",
            ],
            path: "Tests/PlantedFaults", swiftSettings: settings),
        // Clients and models as people write them who have never heard of this package, each with a faulty twin.
        .testTarget(
            name: "SoundCodeTests",
            dependencies: [
                "CommandTestSupport", "ContractChecking", "ContractCommand", "ContractReporting", "HTTPRecording",
                "JSONSchema",
            ],
            path: "Tests/SoundCode", exclude: ["Contracts", "Recordings"], swiftSettings: settings),
        // Attacks the harness with hostile code under test and hostile servers, each in processes of their own.
        .testTarget(
            name: "AttackTests",
            dependencies: [
                "TestSupport", "JSONSchema", "HTTPRecording", "ContractCommand", "ContractTesting", "LoopbackServer",
                "NotesFixture", "AttackFixture", "RawHTTPClient", "trapping",
            ], path: "Tests/Attack/Tests", swiftSettings: settings),
        // Holds the documents to the code: it compiles, runs and types what they show.
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "TestSupport", "CommandTestSupport",
                "JSONSchema", "HTTPRecording", "ContractFormat", "ContractChecking", "ContractHealth",
                "ContractTesting", "ContractServing", "ContractCommand", "contracts",
            ], swiftSettings: settings),
        .target(name: "RawHTTPClient", path: "Tests/RawHTTPClient", swiftSettings: settings),
        .testTarget(
            name: "LoopbackServerTests", dependencies: ["LoopbackServer", "RawHTTPClient"], swiftSettings: settings),
        .testTarget(
            name: "ExampleProviderTests", dependencies: ["ExampleProvider", "LoopbackServer", "RawHTTPClient"],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)

/// A build for some tests: SwiftPM compiles every test of a package, whichever are to run.
if let tests = Context.environment["CONTRACT_TESTS"]?.split(separator: "|").map(String.init) {
    package.targets.removeAll { $0.type == .test && !tests.contains($0.name) || $0.name == "benchmarks" }
}
