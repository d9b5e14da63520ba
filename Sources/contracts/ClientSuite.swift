import ContractCommand
import Foundation

/// The five clients bound to the contracts and recordings below a folder.
func clientSuite(in folder: URL) -> ContractSuite {
    ContractSuite(
        contracts: folder.appendingPathComponent("Contracts", isDirectory: true),
        recordings: folder.appendingPathComponent("Recordings", isDirectory: true)
    ) {
        elementsService
        meetupEventsService
        onTheMapService
        representativesService
        tarotCardsService
    }
}
