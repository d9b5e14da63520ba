import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema
import NotesFixture
import Testing
import XCTest

@testable import ContractTesting

/// The failures that findings cause in Swift Testing, each at its line of the contract.
struct SwiftTestingFailureTests {
    private let check = Check(service: "notes", kind: .request, "find")

    @Test func recordsAFindingAtTheContractsLine() async throws {
        let folder = try NotesFolder()
        let suite = folder.suite(NotesClient(acceptsJSON: false))
        await withKnownIssue {
            await verify(check, of: suite, Options(mode: .replay))
        } matching: { issue in
            issue.sourceLocation?.line == 27
                && issue.sourceLocation?.fileID.hasSuffix("Contracts/notes/contract.json") == true
                && issue.description.contains("request.header")
        }
    }

    @Test func repeatsByTheTestThatIsRunning() async throws {
        let folder = try NotesFolder()
        let suite = folder.suite(NotesClient(acceptsJSON: false))
        await withKnownIssue {
            await verify(check, of: suite, Options(mode: .replay))
        } matching: { issue in
            issue.description.contains(
                "swift test --filter ContractTestingTests.SwiftTestingFailureTests/repeatsByTheTestThatIsRunning")
        }
    }

    @Test func attachesTheExchangeOfAFinding() throws {
        let folder = try NotesFolder()
        let file = folder.url.appendingPathComponent("Recordings/notes/find.two notes.har").path
        let text = try #require(
            FindingAttachment.messages(at: Place(file: file, pointer: "/log/entries/0/response/status")))
        #expect(text.hasPrefix("GET https://"))
        #expect(text.contains("\nHTTP/1.1 200 OK\n"))
        #expect(FindingAttachment.messages(at: Place(file: file, pointer: "/log")) == nil)
    }

    @Test func recordsAnUnknownCheckOrService() async throws {
        let folder = try NotesFolder()
        let suite = folder.suite()
        await withKnownIssue {
            await verify(Check(service: "notes", kind: .request, "gone"), of: suite, Options(mode: .replay))
        } matching: {
            $0.description.contains("no check 'notes/request/gone'")
        }
        await withKnownIssue {
            await verify(service: "note", of: suite, Options(mode: .replay))
        } matching: {
            $0.description.contains("no service 'note'") || $0.description.contains("no check of 'note'")
        }
    }

    /// An empty selection of the service must not become a selection of all its checks.
    @Test(arguments: ["elements/*", "notes/model/Nothing"])
    func recordsASelectionThatLeavesNoCheckOfTheService(only: String) async throws {
        let suite = try NotesFolder().suite(NotesClient(acceptsJSON: false))
        await withKnownIssue {
            await verify(service: "notes", of: suite, Options(mode: .replay, only: [only]))
        } matching: {
            $0.description.contains("no check of 'notes' was run")
        }
    }

    @Test func recordsACheckThatWasNotRun() async throws {
        let folder = try NotesFolder()
        try folder.replace(
            "\"service\": \"notes\",", with: "\"service\": \"notes\", \"secrets\": 1,",
            in: "Contracts/notes/contract.json")
        let suite = folder.suite()
        await withKnownIssue {
            await verify(check, of: suite, Options(mode: .replay))
        } matching: {
            $0.description.contains("not run: it depends on an invalid part of the contract")
        }
    }

    @Test func recordsNothingForASoundClient() async throws {
        let folder = try NotesFolder()
        await verify(service: "notes", of: folder.suite(), Options(mode: .replay))
    }

    @Test func namesTheProbeThatEndsTheTestProcess() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let folder = try NotesFolder()
            let suite = folder.suite(
                note: Model("Note") { (json: [String: Any]) -> Note? in
                    precondition(json["title"] != nil, "planted")
                    return Note(json: json)
                })
            await verify(Check(service: "notes", kind: .model, "Note"), of: suite, Options(mode: .replay))
        }
        let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        let last = errors.split(separator: "\n").last
        #expect(last == "contract check notes/model/Note was running: /title is missing")
    }

    @Test func failsIfTheCodeUnderTestExits() async throws {
        let result = await #expect(processExitsWith: .exitCode(3), observing: [\.standardErrorContent]) {
            let folder = try NotesFolder()
            let suite = folder.suite(
                note: Model("Note") { (json: [String: Any]) -> Note? in
                    if json["title"] == nil { exit(0) }
                    return Note(json: json)
                })
            await verify(Check(service: "notes", kind: .model, "Note"), of: suite, Options(mode: .replay))
        }
        let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(errors.contains("contracts: the code under test ended the process while notes/model/Note ran"))
        #expect(errors.contains("(contract check notes/model/Note was running: /title is missing)"), "\(errors)")
    }

    @Test func endsAndNamesAProbeThatHangs() async throws {
        let result = await #expect(processExitsWith: .exitCode(3), observing: [\.standardErrorContent]) {
            let folder = try NotesFolder()
            let suite = folder.suite(
                note: Model("Note") { (json: [String: Any]) -> Note? in
                    while json["title"] == nil { usleep(1000) }
                    return Note(json: json)
                })
            var options = Options(mode: .replay)
            options.deadline = 1
            await verify(Check(service: "notes", kind: .model, "Note"), of: suite, options)
        }
        let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            errors.split(separator: "\n").last
                == "contract check notes/model/Note hangs: /title is missing did not finish within 1 s; the test process ends here"
        )
    }
}

#if !canImport(Darwin)
    /// The failures that findings cause in XCTest, which ignores those of Swift Testing.
    final class XCTestFailureTests: XCTestCase {
        private var failures: [String] = []
        private var isCapturing = false

        override func recordFailure(
            withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
        ) {
            if isCapturing {
                failures.append(description)
            } else {
                super.recordFailure(
                    withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
            }
        }

        func testRecordsAFindingOnce() async throws {
            let folder = try NotesFolder()
            isCapturing = true
            await verify(service: "notes", of: folder.suite(NotesClient(acceptsJSON: false)), Options(mode: .replay))
            isCapturing = false
            XCTAssertEqual(failures.count, 1)
            XCTAssertTrue(failures.first?.contains("Contracts/notes/contract.json:27:") ?? false)
        }

        func testRecordsNothingForASoundClient() async throws {
            let folder = try NotesFolder()
            isCapturing = true
            await verify(service: "notes", of: folder.suite(), Options(mode: .replay))
            isCapturing = false
            XCTAssertEqual(failures, [])
        }
    }
#endif
