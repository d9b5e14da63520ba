import ContractFormat
import HTTPRecording
import JSONSchema

/// Requests built with hostile values for each argument. A request must carry the argument and nothing else.
struct HostileArguments {
    let contract: Contract
    let endpoint: EndpointContract
    let request: RequestContract
    let build: Endpoint.Builder
    /// A call that may send its arguments in another way than the builder, stopped at its first request.
    let call: Endpoint.Builder?
    let watch: ProbeWatch

    fileprivate struct Probe {
        let name: String
        let kind: String
        /// The new values, or `nil` for an omitted argument.
        let changed: [(argument: ArgumentContract, value: JSON?)]
        var isAllowed = true
        var mayRefuse = true

        var expected: String { mayRefuse ? "the request or a refusal" : "the request" }
    }

    /// Returns probes of hostile values. The builder may refuse values of the arguments in `together`, only blank ones
    /// where no other was rejected.
    private static func probes(
        of endpoint: EndpointContract, _ request: RequestContract, base: Arguments,
        together: [(name: String, value: JSON)]
    ) -> [Probe] {
        let binary = request.body.argumentsOfBytes
        let alone = endpoint.arguments.flatMap { argument -> [Probe] in
            let places = ArgumentPlaces(of: argument, in: request)
            let given = endpoint.cases.flatMap(\.arguments).filter { $0.name == argument.name }
                .compactMap { $0.value.filled { _ in nil } }
            let isFractional = places.requiresFractionalSeconds(given + [argument.schema.view.json])
            let values =
                (binary.contains(argument.name) ? HostileValues.bytes : HostileValues.values(for: argument))
                + (isFractional ? [HostileValues.fraction] : [])
            // If the other arguments are absent too, there may be nothing to send.
            let leftOut = Probe(name: "\(argument.name) is left out", kind: "left out", changed: [(argument, nil)])
            let rejected = together.filter { $0.name == argument.name }.map(\.value)
            return values.filter { !places.cannotBeTried($0.json) }.map { value in
                let isAllowed = argument.schema.schema.accepts(value.json)
                return Probe(
                    name: "\(argument.name) is \(value.name)", kind: value.name, changed: [(argument, value.json)],
                    isAllowed: isAllowed,
                    mayRefuse: !isAllowed || rejected.contains { !$0.isBlank || value.json.isBlank }
                        || places.mayRefuse(value.json))
            } + (places.distinguishesAbsentFromNull ? [leftOut] : [])
        }
        // The contract describes each argument alone, so the builder may restrict combinations.
        let combinations = HostilePairs(endpoint: endpoint, base: base.values)
        let pairs = (combinations.pairs + combinations.leftOut).filter { pair in
            !pair.changed.contains { argument, value in
                value.map(ArgumentPlaces(of: argument, in: request).cannotBeTried) ?? false
            }
        }
        return alone + pairs
    }

    static func planned(
        of endpoint: EndpointContract, _ request: RequestContract, base: Arguments
    ) -> [CheckExplanation.Probe] {
        probes(of: endpoint, request, base: base, together: endpoint.goodRejects.flatMap { $0.map { ($0, $1) } }).map {
            CheckExplanation.Probe(name: $0.name, expected: $0.expected)
        }
    }

    func evaluate(base: Arguments) async -> (findings: [Finding], outcomes: [ProbeOutcome]) {
        var faults = FaultGroups()
        var outcomes: [ProbeOutcome] = []
        var seen: Set<[String]> = []
        let injections = await Injections(base: base, endpoint: endpoint, request: request, build: build)
        let together = await argumentsRefusedTogether(base)
        let call = await mismatches(of: base, by: self.call)?.isEmpty ?? false ? self.call : nil
        for probe in Self.probes(of: endpoint, request, base: base, together: together) {
            let pointer = probe.changed[0].argument.schema.pointer
            var found: [Finding] = []
            switch watch.begin(probe.name) {
            case .run:
                let values = probe.changed.reduce(into: base.values) { $0[$1.argument.name] = $1.value }
                let arguments = Arguments(values, of: endpoint, logsReads: false)
                found = await findings(of: probe, arguments, injections)
                if found.isEmpty, probe.isAllowed, !probe.mayRefuse {
                    found = (await mismatches(of: arguments, by: call) ?? []).map { mismatch in
                        mismatch.rephrased { "the call sends a different request than the builder: \($0)" }
                    }
                }
            case .skip: continue
            case .fatal(let step):
                found = [step.finding(.request, expected: "a request or an error", at: pointer)]
            }
            // Ignore faults of a pair that one of its arguments shows alone.
            if probe.changed.count > 1 { found.removeAll { seen.contains([$0.rule, "\($0.pointer)"]) } }
            seen.formUnion(found.map { [$0.rule, "\($0.pointer)"] })
            outcomes.append(ProbeOutcome(of: probe.name, "argument", at: pointer, expected: probe.expected, found))
            if found.isEmpty { continue }
            // The same code makes all elements of a list or values of a dictionary, so report one place.
            let keys = Set(probe.changed.flatMap { $0.argument.freeKeys(of: $0.value ?? .null) })
            let placed = found.map { finding in
                let tokens = finding.pointer.pattern.tokens.map { keys.contains($0) ? "*" : $0 }
                return (finding: finding, place: JSONPointer(tokens: tokens))
            }
            let size = probe.changed.reduce(0) { $0 + ($1.value?.bytes().count ?? 0) }
            for (finding, place) in placed.distinct(by: { [$0.finding.rule, "\($0.place)"] }) {
                faults.add(
                    FaultGroups.Input(name: probe.name, kind: .changedThere, size: size), kind: probe.kind, finding,
                    at: place, detail: probe.changed.map(\.argument.name).joined(separator: " and "))
            }
        }
        return (faults.findings, outcomes)
    }

    /// Returns the arguments whose usual value repairs a refused call, or whose refused value breaks the usual call.
    ///
    /// A single one with a good value is refused beside another, so all arguments of the case count.
    private func argumentsRefusedTogether(_ base: Arguments) async -> [(name: String, value: JSON)] {
        var found: [(name: String, value: JSON)] = []
        for rejected in endpoint.goodRejects {
            var together: [String: JSON] = [:]
            for (name, value) in rejected {
                let others = rejected.merging([name: base.values[name] ?? .null]) { $1 }
                let isDecisive = await builds(others)
                let isRefusedAlone = await !builds(base.values.merging([name: value]) { $1 })
                if isDecisive || isRefusedAlone { together[name] = value }
            }
            let isExplained = together.count > 1 || together.values.contains(where: \.isBlank)
            found += (isExplained ? together : rejected).map { ($0, $1) }
        }
        return found
    }

    private func builds(_ values: [String: JSON]) async -> Bool {
        do {
            _ = try await build(Arguments(values, of: endpoint, logsReads: false))
            return true
        } catch { return false }
    }

    private func findings(of probe: Probe, _ arguments: Arguments, _ injections: Injections) async -> [Finding] {
        let built: SentRequest
        do { built = SentRequest(try await build(arguments)) } catch { return refusal(of: probe, error) }
        let matcher = matcher(arguments)
        return probe.isAllowed ? matcher.mismatches(of: built) : injections.found(in: built, matcher)
    }

    private func matcher(_ arguments: Arguments) -> RequestMatcher {
        RequestMatcher(request, of: endpoint, in: contract, arguments.values)
    }

    /// Returns the faults of the request that a builder makes, or `nil` if it makes none, such as a call with a cache.
    private func mismatches(of arguments: Arguments, by build: Endpoint.Builder?) async -> [Finding]? {
        guard let build else { return nil }
        do { return matcher(arguments).mismatches(of: try await build(arguments)) } catch { return nil }
    }

    /// Reports a refusal, unless the schema rejects the value or no request can carry it.
    private func refusal(of probe: Probe, _ error: any Error) -> [Finding] {
        let values = probe.changed.reduce(into: [:]) { $0[$1.argument.name] = $1.value }
        let leaks = ThrownError(error).leaks(of: values, endpoint, RequestRule.secretLeak, in: "the builder's error")
        if probe.mayRefuse || !leaks.isEmpty { return leaks }
        if let error = error as? ArgumentError { return [error.mismatch(of: endpoint)] }
        let argument = probe.changed[0].argument
        return .one(
            RequestRule.refused, "the builder refuses a value of '\(argument.name)' that the contract accepts",
            expected: "a request", found: "thrown: \(MessageText.excerpt(Reflection.caseName(error)))",
            at: argument.schema.pointer)
    }
}

extension EndpointContract {
    /// The arguments of each `rejects` case whose values are valid on their own: several, or a blank one.
    fileprivate var goodRejects: [[String: JSON]] {
        rejects.compactMap { reject in
            let values = CallArguments.replayed.filled(reject.arguments, of: self).values
            let isAllowed = arguments.allSatisfy { $0.schema.schema.accepts(values[$0.name] ?? .null) }
            return isAllowed && (values.count > 1 || values.values.allSatisfy(\.isBlank)) ? values : nil
        }
    }
}

extension JSON {
    /// Whether a value is null, empty, zero or only spaces.
    fileprivate var isBlank: Bool {
        isNull || JSON.blanks.contains(self) || stringValue?.allSatisfy(\.isWhitespace) ?? false
    }
}

extension ArgumentContract {
    /// Returns the keys of objects at any depth that the schema does not name.
    fileprivate func freeKeys(of value: JSON) -> Set<String> {
        var keys: Set<String> = []
        [schema.view].visit(value) { value, schemas in
            let named = Set(schemas.flatMap { $0.members("properties").map(\.name) })
            keys.formUnion((value.objectValue?.keys ?? []).filter { !named.contains($0) })
        }
        return keys
    }
}

extension ProbeOutcome {
    init(of name: String, _ kind: String, at pointer: JSONPointer, expected: String, _ found: [Finding]) {
        self.init(
            name: name, kind: kind, pointer: pointer.description, expected: expected,
            found: found.first?.text ?? MessageText(expected), rule: found.first?.rule)
    }
}

/// Equal values of two arguments, or a blank beside a present value. Pairs each argument with the next eight only.
private struct HostilePairs {
    let endpoint: EndpointContract
    let base: [String: JSON]

    var pairs: [HostileArguments.Probe] {
        let arguments = endpoint.arguments.map { (contract: $0, usual: usual($0), blank: blank($0)) }
        return arguments.indices.flatMap { index in
            arguments[(index + 1)...].prefix(8).flatMap { other -> [HostileArguments.Probe] in
                let one = arguments[index]
                let (name, otherName) = (one.contract.name, other.contract.name)
                let shared = [one.usual, other.usual].compactMap(\.self).first {
                    Self.fits($0, one.contract, other.contract)
                }
                // A blank beside the base value was already tried.
                let blank = base[otherName]?.isNull ?? true ? one.blank : nil
                let usual = base[name]?.isNull ?? true ? one.usual : nil
                let pairs: [(kind: String, name: String, value: JSON?, other: JSON?)] = [
                    ("equal values", "\(name) is the same as \(otherName)", shared, shared),
                    ("a blank", "\(name) is blank, and \(otherName) is present", blank, other.usual),
                    ("a blank", "\(otherName) is blank, and \(name) is present", usual, other.blank),
                    ("two blanks", "\(name) and \(otherName) are blank", one.blank, other.blank),
                ]
                return pairs.compactMap { kind, name, value, otherValue in
                    guard let value, let otherValue else { return nil }
                    return HostileArguments.Probe(
                        name: name, kind: kind, changed: [(one.contract, value), (other.contract, otherValue)])
                }
            }
        }
    }

    /// No optional argument, and each alone: code may test them together.
    var leftOut: [HostileArguments.Probe] {
        let optional = endpoint.arguments.filter(\.isOptional)
        guard optional.count > 1 else { return [] }
        let none = HostileArguments.Probe(
            name: "no optional argument is given", kind: "left out", changed: optional.map { ($0, nil) })
        return [none]
            + optional.prefix(8).compactMap { only in
                usual(only).map { value in
                    HostileArguments.Probe(
                        name: "'\(only.name)' is the only optional argument that is given", kind: "left out",
                        changed: optional.map { ($0, $0.name == only.name ? value : nil) })
                }
            }
    }

    /// Whether both arguments accept a value. Objects of another schema have members that a client's type may lack.
    private static func fits(_ value: JSON, _ one: ArgumentContract, _ other: ArgumentContract) -> Bool {
        guard one.schema.schema.accepts(value), other.schema.schema.accepts(value) else { return false }
        return one.schema.json == other.schema.json || value.descendants.allSatisfy { $0.value.objectValue == nil }
    }

    private func usual(_ argument: ArgumentContract) -> JSON? {
        if let value = base[argument.name], !value.isNull { return value }
        return SchemaSampler(prefersText: true).values(of: [argument.schema.view]).first { value in
            !value.isNull && !JSON.blanks.contains(value) && argument.schema.schema.accepts(value)
        }
    }

    private func blank(_ argument: ArgumentContract) -> JSON? {
        JSON.blanks.first(where: argument.schema.schema.accepts)
    }
}

/// The effects that an invalid value must not have on a request: another origin, header or part of the body.
///
/// Line breaks in headers are not checked, because the contract excludes such values.
private struct Injections {
    /// The subjects of findings about a body that is broken or has an additional part.
    private static let subjects = [["unexpected"], ["unreadable"]]

    private let headers: Set<String>
    private let members: Set<JSONPointer>
    private let request: RequestContract

    init(base: Arguments, endpoint: EndpointContract, request: RequestContract, build: Endpoint.Builder) async {
        self.request = request
        let good: RecordedRequest?
        do { good = RecordedRequest(try await build(base)) } catch { good = nil }
        let known = (good?.headers.names ?? []) + request.headers.map(\.name) + request.allowedHeaders
        headers = Set(known.map { $0.lowercased() })
        let places = good?.body.flatMap { JSON(ifValid: $0, options: .strict) }?.memberPlaces ?? []
        members = Set(places.map { request.bodyPointer.appending($0).pattern })
    }

    func found(in built: SentRequest, _ matcher: RequestMatcher) -> [Finding] {
        let mismatches = matcher.mismatches(of: built)
        let added = built.headers.filter { !headers.contains($0.name.lowercased()) }.map { header in
            Finding(
                RequestRule.header, "the header '\(header.name)' is sent, but the contract does not declare it",
                expected: "no '\(header.name)'", found: .excerpt(header.value), at: request.pointer)
        }
        let part = mismatches.first { finding in
            finding.rule == RequestRule.body.id && Self.subjects.contains(finding.subject)
                && !members.contains(finding.pointer.pattern)
        }
        return mismatches.filter { $0.rule == RequestRule.origin.id } + added + [part].compactMap(\.self)
    }
}
