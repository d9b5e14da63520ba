// swift-tools-version: 6.2

import PackageDescription

// Laid out as an Xcode app has it: a library with models and client, a test target with contracts and recordings as its
// resources, and no executable.
let package = Package(
    name: "planets",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [.library(name: "Planets", targets: ["Planets"])],
    dependencies: [.package(name: "swift-contract-testing", path: "../../..")],
    targets: [
        .target(name: "Planets"),
        .testTarget(
            name: "PlanetsTests",
            dependencies: ["Planets", .product(name: "ContractTesting", package: "swift-contract-testing")],
            resources: [.copy("Contracts"), .copy("Recordings")]),
    ],
    swiftLanguageModes: [.v6]
)
