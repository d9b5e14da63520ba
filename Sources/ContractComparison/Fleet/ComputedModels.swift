import ContractChecking
import ContractFormat
import HTTPRecording
import JSONSchema

/// The predicted outcomes of a version's models for responses, from the strictness and schema in its contract.
struct ComputedModels {
    /// The outcome for a record that the model's schema refuses.
    struct Prediction {
        let isRefusal: Bool
        let place: String

        var text: String { isRefusal ? "the model refuses the record \(place)" : "the model may accept it: \(place)" }
    }

    let contract: Contract
    let endpoint: EndpointContract

    /// The outcome for responses of which only the schema is known, or `nil` if the endpoint has no models.
    var textForUnknownResponses: String? {
        let models = Set(endpoint.responses.flatMap(\.models).map(\.model)).compactMap(contract.model)
        guard !models.isEmpty else { return nil }
        return models.contains { ($0.strictness ?? .exact) == .exact }
            ? "the model refuses the record" : "the model may accept it"
    }

    func predictions(for exchanges: [HTTPExchange]) -> [Prediction] {
        var predictions: [Prediction] = []
        for exchange in exchanges {
            guard let shape = endpoint.shape(of: exchange.response),
                case .json(let body, _) = ResponseBody.read(exchange.response.body, as: shape)
            else { continue }
            for use in shape.models {
                guard let model = contract.model(use.model) else { continue }
                for (pointer, value) in use.at.matches(in: body) where !model.schema.schema.accepts(value) {
                    let hasShape = ModelVerdict(of: model, isDecodable: true).hasShape(value)
                    let isRefusal =
                        switch (model.strictness ?? .exact, hasShape) {
                        case (.lenient, _), (.shape, true): false
                        case (.exact, _), (.shape, false): true
                        }
                    let place = pointer.tokens.isEmpty ? "the body" : "'\(pointer)'"
                    predictions.append(Prediction(isRefusal: isRefusal, place: place))
                }
            }
        }
        return predictions
    }
}
