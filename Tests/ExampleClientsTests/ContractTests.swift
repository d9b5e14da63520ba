import ContractTesting
import Foundation
import Testing
import XCTest

@testable import contracts

/// The five clients with the contracts and recordings of this package.
private let suite = clientSuite(
    in: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent())

/// Every check of the five contracts as one test, named by its identifier.
struct ContractTests {
    @Test(arguments: suite.checks)
    func contract(_ check: Check) async { await verify(check, of: suite) }

    @Test func coversEveryServiceAndEveryKindOfCheck() {
        #expect(
            Set(suite.checks.map(\.service))
                == ["elements", "meetup-events", "on-the-map", "representatives", "tarot-cards"])
        #expect(Set(suite.checks.map(\.kind)).union([.survival, .strength]) == Set(Check.Kind.allCases))
        #expect(suite.checks.count > 300)
    }
}

/// The same checks in XCTest, one method per service.
final class ContractXCTests: XCTestCase {
    func testElements() async { await verify(service: "elements", of: suite) }
    func testMeetupEvents() async { await verify(service: "meetup-events", of: suite) }
    func testOnTheMap() async { await verify(service: "on-the-map", of: suite) }
    func testRepresentatives() async { await verify(service: "representatives", of: suite) }
    func testTarotCards() async { await verify(service: "tarot-cards", of: suite) }
}
