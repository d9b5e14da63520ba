import Foundation
import TestSupport

@testable import ContractComparison

extension TemporaryFolder {
    /// Returns the revision in a folder with `Contracts` and `Recordings`.
    func revision(_ name: String) -> ContractRevision {
        ContractRevision(
            name: name, contracts: url.appendingPathComponent("\(name)/Contracts"),
            recordings: url.appendingPathComponent("\(name)/Recordings"))
    }
}
