import ContractTesting
import Foundation
import Testing
import XCTest

@testable import BookshopContracts

/// The suite of the command line, with its folders found from this file: an IDE runs tests in a folder of its own.
private let suite = {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    return ContractSuite(
        contracts: package.appendingPathComponent("Contracts"), recordings: package.appendingPathComponent("Recordings")
    ) { bookshop }
}()

/// Swift Testing: one test for each check, named by its identifier.
struct ContractTests {
    @Test(arguments: suite.checks)
    func contract(_ check: Check) async { await verify(check, of: suite) }

    /// A report is a value: a test may ask it whatever it likes.
    @Test func enforcesEveryConstraintOfEveryModel() async {
        let report = await suite.verify(Options(mode: .replay))
        #expect(report.passed)
        #expect(report.checks.compactMap(\.score?.percent) == [100, 100])
        #expect(report.findings.isEmpty)
    }
}

/// A binding as apps write it: a closure of several statements that names no parameter type.
struct ModelBindingTests {
    @Test func bindsAModelByAClosureOfSeveralStatements() {
        let model = Model("Book") { json -> String? in
            guard let title = json["title"] as? String else { return nil }
            return title.isEmpty ? nil : title
        }
        #expect(model.name == "Book")
    }
}

/// XCTest: one method for each service.
final class ContractXCTests: XCTestCase {
    func testBookshop() async { await verify(service: "bookshop", of: suite) }
}
