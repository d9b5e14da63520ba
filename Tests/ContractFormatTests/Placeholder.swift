import Testing

@testable import ContractFormat
