import ContractFormat
import Foundation
import JSONSchema
import Testing

/// Loads a contract with the given members, such as one endpoint `call` or one model `Thing`.
func contract(_ members: String) throws -> Contract {
    let text = #"{"service": "made", "origin": "https://made.example", \#(members)}"#
    let loaded = ContractLoader.load(
        bytes: Array(text.utf8), file: URL(fileURLWithPath: "/made/contract.json"), service: "made")
    try #require(loaded.faults == [], "\(loaded.faults)")
    return try #require(loaded.contract)
}

func endpoint(_ members: String) throws -> EndpointContract {
    try #require(contract(#""endpoints": {"call": {\#(members)}}"#).endpoints.first)
}
