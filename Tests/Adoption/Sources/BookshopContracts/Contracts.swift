import ContractCommand
import Foundation

/// The bookshop's own command line, over the contracts and recordings of the working directory.
@main struct Contracts: ContractCommand {
    static let suite = ContractSuite(
        contracts: URL(fileURLWithPath: "Contracts"), recordings: URL(fileURLWithPath: "Recordings")
    ) { bookshop }
}
