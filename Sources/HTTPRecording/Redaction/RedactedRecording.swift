/// A recording without secrets. Only redaction makes one, and a store writes nothing else.
public struct RedactedRecording: Sendable {
    /// The exchanges, with placeholders where the secrets stood.
    public let recording: Recording
    /// What replaced the secrets, cookies of the exchanges included: the store searches for the same once more.
    let redaction: Redaction

    fileprivate init(_ recording: Recording, _ redaction: Redaction) {
        self.recording = recording
        self.redaction = redaction
    }
}

extension Redaction {
    /// The recording without secrets, its cookies learned first.
    public func redacted(_ recording: Recording) -> RedactedRecording {
        let redaction = learning(from: recording.entries)
        var redacted = recording
        redacted.entries = self.redacted(recording.entries)
        redacted.extras = recording.extras?.mapStrings(redaction.redacted)
        redacted.provenance?.origin = redaction.redactedURL(recording.provenance?.origin ?? "")
        return RedactedRecording(redacted, redaction)
    }
}
