import Testing

@testable import ContractCommand
