import Testing

@testable import Conformance
