import ContractChecking
import ContractFormat
import HTTPRecording
import JSONSchema

/// The predicted outcomes of a version's models for responses, from the strictness and schema in its contract.
struct ComputedModels {
    static let takes = "the model may accept it"

    let contract: Contract
    let endpoint: EndpointContract

    /// The outcome for responses of which only the schema is known, or `nil` if the endpoint has no models.
    var wordsForUnknownAnswers: String? {
        let models = Set(endpoint.responses.flatMap(\.models).map(\.model)).compactMap(contract.model)
        guard !models.isEmpty else { return nil }
        return models.contains { ($0.strictness ?? .exact) == .exact } ? "the model refuses the record" : Self.takes
    }

    func words(of exchanges: [HTTPExchange]) -> [String] {
        var words: [String] = []
        for exchange in exchanges {
            guard let shape = endpoint.shape(of: exchange.response),
                case .json(let body, _) = ResponseBody.read(exchange.response.body, as: shape)
            else { continue }
            for use in shape.models {
                guard let model = contract.model(use.model) else { continue }
                for (pointer, value) in use.at.matches(in: body) where !model.schema.schema.accepts(value) {
                    let place = pointer.tokens.isEmpty ? "the body" : "'\(pointer)'"
                    switch (model.strictness ?? .exact, ModelVerdict(of: model, isDecodable: true).hasShape(value)) {
                    case (.lenient, _), (.shape, true): words.append("\(Self.takes): \(place)")
                    case (.exact, _), (.shape, false): words.insert("the model refuses the record \(place)", at: 0)
                    }
                }
            }
        }
        return words
    }
}
