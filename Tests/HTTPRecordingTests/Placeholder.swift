import Testing

@testable import HTTPRecording
