import ContractFormat
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
            // A step compares credentials that an earlier response issued and that have no stand-in.
            exchange.request.headers = exchanges[index].request.headers.mapValues { field in
                let redacted = redaction.redacted(field.value, ofHeader: field.name)
                return Redaction.isMasked(redacted, ofHeader: field.name) ? redaction.redacted(field.value) : redacted
            }
            exchange.response = exchanges[index...].first { !$0.isRedirect }?.response ?? exchange.response
            return exchange
        }
        let flows = context.flows(of: sent, to: senders)
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
            "the call sends \(counted(count, "request")), but its case has \(counted(testCase.steps.count, "step"))",
            expected: MessageText(counted(testCase.steps.count, "request")), found: MessageText("\(count)"),
            at: pointer, data: "/request")
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
        let sent = ArgumentExtraction.arguments(of: exchange.request, endpoint: endpoint)
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
        guard let status = step.outcome.status,
            !status.expectation.test({ _ in nil }).isMet(JSON(exchange.response.status))
        else { return [] }
        return .one(
            ResponseRule.status, "the status of '\(step.endpoint.text)' is \(exchange.response.status)",
            expected: "the status of the step", found: MessageText("\(exchange.response.status)"), at: status.pointer,
            data: "/response")
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

enum Captures {
    /// Returns the captured values by name, and a finding for the first missing one.
    static func take(
        _ captures: [ScenarioContract.Capture], from exchange: HTTPExchange, shape: ResponseContract?,
        returned: JSON?
    ) -> (values: [String: JSON], missing: Finding?) {
        var values: [String: JSON] = [:]
        for capture in captures {
            guard let value = value(of: capture.source, in: exchange, shape, returned) else {
                return (
                    values,
                    Finding(
                        ScenarioRule.capture, "there is no value to capture as '\(capture.name)'",
                        expected: MessageText(describe(capture.source)), found: "nothing", at: capture.pointer,
                        data: "/response")
                )
            }
            values[capture.name] = value
        }
        return (values, nil)
    }

    private static func value(
        of source: ScenarioContract.CaptureSource, in exchange: HTTPExchange, _ shape: ResponseContract?,
        _ returned: JSON?
    ) -> JSON? {
        switch source {
        case .response(let source): source.value(in: exchange, shape)
        case .returned(let pointer): returned?[pointer: pointer]
        case .sent(let header): exchange.request.headers[header].map(JSON.string)
        }
    }

    private static func describe(_ source: ScenarioContract.CaptureSource) -> String {
        switch source {
        case .response(.header(let name)): "the header '\(name)'"
        case .response(.link(let relation, let parameter)):
            parameter.map { "the parameter '\($0)' of the link '\(relation)'" } ?? "the link '\(relation)'"
        case .response(.cookie(let name)): "the cookie '\(name)'"
        case .response(.body(let pointer)): "a value at '\(pointer)' of the body"
        case .returned(let pointer): "a value at '\(pointer)' of the call's result"
        case .sent(let header): "the header '\(header)' of the request"
        }
    }
}

extension Arguments {
    /// Converts captured values to the types of their arguments, such as a numeric string to a number and vice versa.
    ///
    /// - Parameter isMadeUp: whether the captures are placeholders, so that any value accepted by the argument will do.
    func fitted(
        to endpoint: EndpointContract, _ values: [ArgumentValue], captured: [String: JSON], isMadeUp: Bool = false
    ) -> Arguments {
        var fitted = self.values
        for value in values {
            guard value.value.placeholders.compactMap(\.argument).contains(where: { captured[$0] != nil }),
                let schema = endpoint.argument(value.name)?.schema, let json = fitted[value.name]
            else { continue }
            let candidates =
                [json] + json.otherSpellings
                + (isMadeUp ? SchemaSampler(prefersText: true).values(of: [schema.view]) : [])
            fitted[value.name] = candidates.first(where: schema.schema.accepts) ?? json
        }
        return Arguments(fitted, of: endpoint, standIns: standIns)
    }
}
