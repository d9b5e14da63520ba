import ContractCommand
import Foundation

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
