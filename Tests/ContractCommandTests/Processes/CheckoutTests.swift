import Foundation
import TestSupport
import Testing

@testable import ContractCommand

/// Discovery of the checkout by its `.git`. A pull request must not be able to choose another one.
struct CheckoutTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("ref: refs/heads/main\n", to: "project/.git/HEAD")
        try folder.write("", to: "project/app/Contracts/shop/contract.json")
    }

    private func url(_ path: String) -> URL { folder.url.appendingPathComponent(path, isDirectory: true) }

    /// Returns the root and the repository of the checkout around a folder, relative to the test's folder.
    private func found(around path: String, from directory: String = "") -> [String?] {
        let checkout = Checkout(around: url(path), from: url(directory))
        return [checkout?.root, checkout?.repository].map { found in
            found.map { String($0.standardizedFileURL.path.dropFirst(folder.url.standardizedFileURL.path.count)) }
        }
    }

    @Test(arguments: ["project", "project/app", "project/app/Contracts", "project/not/there"])
    func findsTheNearestCheckout(path: String) {
        #expect(found(around: path) == ["/project", "/project/.git"])
    }

    @Test func findsNoCheckoutWithoutGit() { #expect(found(around: "elsewhere") == [nil, nil]) }

    @Test func ignoresABareRepository() throws {
        for name in ["HEAD", "config", "objects/x", "refs/x"] {
            try folder.write("ref: refs/heads/main\n", to: "project/app/Contracts/\(name)")
        }
        #expect(found(around: "project/app/Contracts") == ["/project", "/project/.git"])
        #expect(found(around: "project/app/Contracts", from: "project/app/Contracts") == ["/project", "/project/.git"])
    }

    /// Git also ignores a `.git` that is not a repository.
    @Test func ignoresAGitEntryWithoutARepository() throws {
        try folder.write("", to: "project/app/.git/info/exclude")
        try folder.write("gitdir: nowhere\n", to: "project/app/Contracts/.git")
        #expect(found(around: "project/app/Contracts") == ["/project", "/project/.git"])
    }

    @Test func findsASubmoduleOnlyFromWithinIt() throws {
        try folder.write("gitdir: ../.git/modules/app\n", to: "project/app/.git")
        try folder.write("ref: refs/heads/main\n", to: "project/.git/modules/app/HEAD")
        for directory in ["", "project", "project/application"] {
            #expect(found(around: "project/app/Contracts", from: directory) == ["/project", "/project/.git"])
        }
        for directory in ["project/app", "project/app/Contracts"] {
            #expect(
                found(around: "project/app/Contracts", from: directory) == [
                    "/project/app", "/project/.git/modules/app",
                ])
        }
    }

    @Test func findsARepositoryStoredElsewhere() throws {
        try folder.write("gitdir: \(folder.path("store"))\n", to: "separate/.git")
        try folder.write("ref: refs/heads/main\n", to: "store/HEAD")
        #expect(found(around: "separate/Contracts") == ["/separate", "/store"])
    }

    @Test func findsALinkedWorktree() throws {
        try folder.write("gitdir: \(folder.path("project/.git/worktrees/side"))\n", to: "project/side/.git")
        try folder.write("ref: refs/heads/side\n", to: "project/.git/worktrees/side/HEAD")
        try folder.write("../..\n", to: "project/.git/worktrees/side/commondir")
        #expect(found(around: "project/side/Contracts") == ["/project/side", "/project/.git/worktrees/side"])
    }

    @Test func returnsPathsWithoutResolvingLinks() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("project/Contracts"), withDestinationPath: "app/Contracts")
        let checkout = try #require(Checkout(around: url("project/Contracts"), from: url("")))
        #expect(checkout.path(of: url("project/Contracts")) == "Contracts")
        #expect(checkout.path(of: url("project/not/there/../here")) == "not/here")
        #expect(checkout.path(of: url("project")) == "")
        #expect(checkout.path(of: url("projects")) == nil)
    }

    @Test func holdsALinkIntoTheCheckout() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("outside"), withDestinationPath: folder.path("project/app"))
        let checkout = try #require(Checkout(around: url("project"), from: url("")))
        #expect(checkout.holds(folder.path("project/app")))
        #expect(checkout.holds(folder.path("outside")))
        #expect(!checkout.holds(folder.path("projects")))
    }
}
