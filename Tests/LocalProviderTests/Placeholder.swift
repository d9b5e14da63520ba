import Testing

@testable import LocalProvider
