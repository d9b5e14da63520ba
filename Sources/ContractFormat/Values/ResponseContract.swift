import HTTPRecording
import JSONSchema

/// One shape of response.
package struct ResponseContract: Sendable {
    package enum Body: Sendable {
        /// Any body at all.
        case any
        case json(EmbeddedSchema)
        case text(Expectation)
        /// Binary, by its first bytes and its least length.
        case bytes(prefix: [UInt8], minimumLength: Int)
    }

    /// A model that is made from each value the pointer (with `*`) finds.
    package struct ModelUse: Sendable {
        package let at: JSONPointer
        package let model: String
        package let pointer: JSONPointer
    }

    /// `200`, `4XX` or `default`, and after a space the name of a second shape of the same status.
    package let key: String
    package let pointer: JSONPointer
    package let content: MediaType?
    /// A fixed text before the body.
    package let prefix: String
    package let charset: Charset
    package let headers: [NamedExpectation]
    package let body: Body
    package let models: [ModelUse]
}
