import Testing

@testable import Clients
