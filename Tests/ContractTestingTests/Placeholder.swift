import Testing

@testable import ContractTesting
