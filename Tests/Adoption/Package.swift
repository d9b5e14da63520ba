// swift-tools-version: 6.2

import PackageDescription

// A package of its own, as a user of swift-contract-testing has one: nothing here sees more than its public API.
let package = Package(
    name: "bookshop",
    platforms: [.macOS(.v13)],
    products: [.executable(name: "contracts", targets: ["BookshopContracts"])],
    dependencies: [.package(name: "swift-contract-testing", path: "../..")],
    targets: [
        .target(name: "Bookshop"),
        .executableTarget(
            name: "BookshopContracts",
            dependencies: ["Bookshop", .product(name: "ContractCommand", package: "swift-contract-testing")]),
        .testTarget(
            name: "BookshopTests",
            dependencies: ["BookshopContracts", .product(name: "ContractTesting", package: "swift-contract-testing")]),
    ],
    swiftLanguageModes: [.v6]
)
