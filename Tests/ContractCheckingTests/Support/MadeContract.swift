import ContractFormat
import Foundation
import JSONSchema
import Testing

/// A contract of one endpoint `call` or of one model `Thing`, read from a text as every contract is.
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
