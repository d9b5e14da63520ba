import ContractTesting
import Foundation
import Planets
import Testing
import XCTest

/// Contracts and recordings are resources of the test bundle: the sources need not be there when tests run.
private let suite = ContractSuite(bundle: .module) {
    Service("planets") {
        Model("Planet", decoding: Planet.self, decoder: PlanetsClient.decoder)
        Endpoint("planet") { arguments, session in
            try await PlanetsClient(session: session).planet(named: arguments["name"])
        }
    }
}

/// Swift Testing: the whole service in five lines, and one test for each check.
struct ContractTests {
    @Test(.contracts(of: suite, service: "planets")) func planets() {}

    @Test(arguments: suite.checks)
    func contract(_ check: Check) async { await verify(check, of: suite) }

    @Test func isOnlyRead() async {
        var options = Options(mode: .record)
        options.environment["CI"] = nil
        let report = await suite.verify(options)
        #expect(!report.passed)
        #expect(report.checks.allSatisfy { $0.reason?.contains("are resources of a read-only bundle") == true })
    }
}

/// XCTest: one method for each service.
final class ContractXCTests: XCTestCase {
    func testPlanets() async { await verify(service: "planets", of: suite) }
}
