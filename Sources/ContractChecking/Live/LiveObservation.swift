/// What one live call of a case showed.
package struct LiveObservation: Sendable {
    /// What came back.
    package enum Answer: Sendable, Hashable {
        /// Everything that the call asked for.
        case whole
        /// Not all of it came in time; the finding says why.
        case none(Finding)
        /// The call ended without sending a request.
        case notAsked
        /// The call cannot be made here, or was not agreed to.
        case unsupported(reason: String)
    }

    /// A question to the answer.
    package enum Look: Sendable, Hashable {
        /// It was looked at, and this is wrong.
        case found([Finding])
        /// There was nothing to look at.
        case nothing(reason: String)
    }

    package let answer: Answer
    /// What is wrong with the status.
    package let status: Look
    /// What is wrong with the rest of the response, with the request as it was sent, and with what the call came to.
    package let contract: Look
    /// What the initializers do not make of the records that came.
    package let models: Look
    /// What differs in meaning from the recording: an error where a model no longer takes a record, a warning where a
    /// client can no longer rely on something, else information.
    package let drift: Look
    /// How long the call took.
    package let seconds: Double

    init(
        answer: Answer, status: Look, contract: Look, models: Look, drift: Look, seconds: Double
    ) {
        self.answer = answer
        self.status = status
        self.contract = contract
        self.models = models
        self.drift = drift
        self.seconds = seconds
    }

    /// A call without an answer that could be looked at.
    init(_ answer: Answer, seconds: Double) {
        let nothing = Look.nothing(reason: "there was no answer to look at")
        self.init(
            answer: answer, status: nothing, contract: nothing, models: nothing, drift: nothing, seconds: seconds)
    }
}
