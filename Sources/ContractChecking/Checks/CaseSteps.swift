import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

struct CaseSteps {
    let testCase: CaseContract
    let context: ServiceRun
    let senders: [EndpointContract]
    let standIns: [Secret]

    func findings(in exchanges: [HTTPExchange]) -> [Finding] {
        if testCase.steps.isEmpty { return [] }
        let redaction = Redaction(secrets: standIns)
        let sent = exchanges.indicesOfClientRequests.map { index in
            var exchange = exchanges[index]
            exchange.request = redaction.redacted(exchange.request)
            exchange.response = exchanges[index...].first { !$0.isRedirect }?.response ?? exchange.response
            return exchange
        }
        let flows = ValueFlows(of: sent, to: senders, context.contractSecrets)
        var captured: [String: JSON] = [:]
        for (index, step) in testCase.steps.enumerated() {
            guard index < sent.count else { return [count(sent.count, at: step.pointer)] }
            guard flows.name(of: index) == step.endpoint.text,
                let endpoint = senders.first(where: { $0.name == step.endpoint.text })
            else { return [wrongEndpoint(flows.name(of: index), index, step)] }
            let exchange = sent[index]
            let value: (Placeholder) -> JSON? = { context.values.value(of: $0, in: captured) }
            let taken = Captures.take(
                step.captures, from: exchange, shape: endpoint.shape(of: exchange.response), returned: nil)
            let findings =
                arguments(of: index, exchange, step, endpoint, flows, value)
                + step.mismatches(of: exchange, entry: index, flows, value)
                + status(of: exchange, step) + [taken.missing].compactMap(\.self)
            if !findings.isEmpty { return findings }
            captured.merge(taken.values) { $1 }
        }
        return sent.count > testCase.steps.count ? [count(sent.count, at: testCase.pointer)] : []
    }

    private func count(_ count: Int, at pointer: JSONPointer) -> Finding {
        Finding(
            ClientRule.request,
            "the call sends \(counted(count, "request")), but its case has \(testCase.steps.count) steps",
            expected: MessageText("\(testCase.steps.count) requests"), found: MessageText("\(count)"), at: pointer,
            data: "/request")
    }

    private func wrongEndpoint(_ name: String, _ index: Int, _ step: ScenarioContract.Step) -> Finding {
        Finding(
            ClientRule.request,
            "request \(index + 1) of the call is a request of '\(name)', not of '\(step.endpoint.text)'",
            expected: MessageText(step.endpoint.text), found: MessageText(name), at: step.endpoint.pointer,
            data: "/request")
    }

    private func arguments(
        of index: Int, _ exchange: HTTPExchange, _ step: ScenarioContract.Step, _ endpoint: EndpointContract,
        _ flows: ValueFlows,
        _ value: (Placeholder) -> JSON?
    ) -> [Finding] {
        let sent = exchange.request.urlRequest.flatMap { ArgumentExtraction.arguments(of: $0, endpoint: endpoint) }
        return step.arguments.compactMap { argument in
            let due = argument.value.filled(value) ?? .null
            let found = sent?[argument.name] ?? .null
            // A query has no form for an empty list.
            if due.meanings.contains(where: found.meanings.contains) || due == [] && found.isNull { return nil }
            return flows.difference(
                found.isNull ? nil : found.plainText, due.plainText, "the argument '\(argument.name)'",
                of: endpoint.name, expected: argument.value.placeholders.isEmpty ? due.text(.compact) : nil,
                entry: index, at: argument.pointer)
        }
    }

    private func status(of exchange: HTTPExchange, _ step: ScenarioContract.Step) -> [Finding] {
        guard let status = step.outcome.status else { return [] }
        let found = JSON(exchange.response.status)
        let isMet =
            switch status.expectation {
            case .value(let template): template.filled { _ in nil } == found
            case .schema(let schema): schema.schema.accepts(found)
            }
        if isMet { return [] }
        return [
            Finding(
                ResponseRule.status, "the status of '\(step.endpoint.text)' is \(exchange.response.status)",
                expected: "the status of the step", found: MessageText("\(exchange.response.status)"),
                at: status.pointer, data: "/response")
        ]
    }
}

extension ScenarioContract.Step {
    /// Returns findings for header fields that are missing, differ, or must be absent.
    func mismatches(
        of exchange: HTTPExchange, entry: Int = .max, _ flows: ValueFlows, _ value: (Placeholder) -> JSON?
    ) -> [Finding] {
        headers.compactMap { header in
            let found = exchange.request.headers[header.name]
            let place = "the header '\(header.name)'"
            let due: String?
            switch header.expectation {
            case nil: due = nil
            case .value(let template): due = template.filled(value)?.plainText
            case .schema(let schema):
                if let found, JSON.string(found).meanings.contains(where: schema.schema.accepts) { return nil }
                return flows.difference(
                    found, "", place, of: endpoint.text, expected: "a value that the contract describes",
                    entry: entry, at: header.pointer)
            }
            return found == due
                ? nil : flows.difference(found, due, place, of: endpoint.text, entry: entry, at: header.pointer)
        }
    }
}
