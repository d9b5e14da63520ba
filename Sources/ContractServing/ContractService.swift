import ContractChecking
import ContractFormat
import HTTPRecording
import JSONSchema

/// Answers requests as the service of a contract would: a function of a request and of the requests before it.
///
/// Answers come from recordings, else from examples, else from schemas. What clients have stored lies over them.
struct ContractService: Sendable {
    let contracts: [Contract]
    private let router: RequestRouter
    private let recorded: [String: RecordedAnswers]
    private let made: MadeAnswers
    /// By service and endpoint.
    private let slots: [String: [String: CredentialSlots]]
    private let behaviour: ServedContracts.Behaviour
    private let knownValues: Set<String>

    init(_ services: [LoadedService], _ behaviour: ServedContracts.Behaviour) {
        contracts = services.compactMap(\.contract)
        router = RequestRouter(contracts)
        recorded = Dictionary(
            services.compactMap { service in
                service.contract.map { (service.name, RecordedAnswers(of: $0, in: service.library)) }
            }
        ) { first, _ in first }
        slots = Dictionary(
            contracts.map { contract in
                (
                    contract.service,
                    Dictionary(contract.endpoints.map { ($0.name, CredentialSlots(of: $0)) }) { first, _ in first }
                )
            }
        ) { first, _ in first }
        made = MadeAnswers(seed: behaviour.seed)
        knownValues = Set(contracts.flatMap(\.variables).compactMap { behaviour.environment[$0.name] })
        self.behaviour = behaviour
    }

    /// The methods of the endpoints that have a path, percent-encoded.
    func methods(ofPath path: String) -> [String] { router.methods(ofPath: path) }

    /// Returns a request as the contracts read it, for a server that has another answer it.
    func inspected(_ request: RecordedRequest) -> PassedCall {
        switch router.route(request) {
        case .call(let call), .differs(let call): PassedCall(request, call)
        case .otherMethod, .unknown: PassedCall(request, nil)
        }
    }

    func answer(_ request: RecordedRequest, _ state: inout ServiceState) -> ServedAnswer {
        switch router.route(request) {
        case .call(let call): return answer(to: call, of: request, &state)
        case .differs(let call):
            if behaviour.keepsState, slots(of: call).isUnmet(by: call.request) {
                return refusal(401, of: call, request, .refused) { Refusal.unauthorized(call, request) }
            }
            return Refusal.differing(call, request)
        case .otherMethod(let methods): return Refusal.otherMethod(request, methods)
        case .unknown: return Refusal.unknown(request, among: router.known)
        }
    }

    private func slots(of call: ServedCall) -> CredentialSlots {
        slots[call.contract.service]?[call.endpoint.name] ?? CredentialSlots(of: call.endpoint)
    }

    // MARK: - One request

    private func answer(to call: ServedCall, of request: RecordedRequest, _ state: inout ServiceState) -> ServedAnswer {
        if behaviour.keepsState {
            let slots = slots(of: call)
            if slots.isUnmet(by: call.request) {
                return refusal(401, of: call, request, .refused) { Refusal.unauthorized(call, request) }
            }
            if state.sessions.refuses(call, slots, isKnown: knownValues.contains) {
                // Services that know only one of the two say it for both.
                let status = [403, 401].first { call.endpoint.response(status: $0, variant: nil) != nil } ?? 403
                return refusal(status, of: call, request, .denied) { nil }
            }
        }
        var (response, source) = plain(call, &state)
        if behaviour.keepsState {
            let path = ResourcePath(
                of: call.request, call.endpoint, origin: call.origin, values: call.values)
            if call.isSafe {
                read(call, path, &response, &source, state)
            } else {
                write(call, path, &response, &source, &state)
            }
        }
        response.headers = response.headers.served(without: call.origin)
        if call.isSafe, response.status == 200 {
            validate(&response, of: call, request, isRecorded: source.isRecorded)
        }
        let entry = ServingEntry(request, call, source: source, response: response)
        return ServedAnswer(response: response, entry: entry, call: call)
    }

    /// The answer of a service that has seen no other request.
    private func plain(_ call: ServedCall, _ state: inout ServiceState) -> (RecordedResponse, ServingEntry.Source) {
        let recorded = recorded[call.contract.service]
        let next = recorded?.steps(of: call, after: state.steps) ?? [:]
        defer { for (file, step) in next where state.steps[file] != step { state.steps[file] = step } }
        if let entry = recorded?.entry(for: call, steps: state.steps, environment: behaviour.environment) {
            return (entry.response, .recorded(file: entry.file, entry: entry.index))
        }
        return (made.response(to: call, salt: call.isSafe ? "" : "\(state.resources.created)"), .made)
    }

    /// The contract's answer of an error status: as it was recorded, else made; where it has none, the given one.
    private func refusal(
        _ status: Int, of call: ServedCall, _ request: RecordedRequest, _ source: ServingEntry.Source,
        otherwise: () -> ServedAnswer?
    ) -> ServedAnswer {
        guard var response = error(status, of: call) else {
            let response = RecordedResponse(status: status)
            return otherwise()
                ?? ServedAnswer(
                    response: response, entry: ServingEntry(request, call, source: source, response: response),
                    call: call)
        }
        response.headers = response.headers.served(without: call.origin)
        return ServedAnswer(
            response: response, entry: ServingEntry(request, call, source: source, response: response), call: call)
    }

    private func error(_ status: Int, of call: ServedCall) -> RecordedResponse? {
        recorded[call.contract.service]?.response(status: status, of: call.endpoint)
            ?? made.response(to: call, status: status)
    }

    // MARK: - Reading

    private func read(
        _ call: ServedCall, _ path: ResourcePath, _ response: inout RecordedResponse,
        _ source: inout ServingEntry.Source, _ state: ServiceState
    ) {
        guard (200..<300).contains(response.status) || state.resources.touches(path.collection) else { return }
        let json = call.endpoint.json(of: response)
        if path.name == nil, let json, let list = ServedList(in: json.json) {
            return page(list, json, call, path, &response, &source, state.resources)
        }
        if state.resources.hasRemoved(path.text) {
            response = error(404, of: call) ?? RecordedResponse(status: 404)
            source = .stored
            return
        }
        let item = state.resources.item(at: path)
        if item != nil, !(200..<300).contains(response.status) {
            // It was recorded as missing, and has been created since.
            response = made.response(to: call)
        }
        let stored = source == .made ? stored(at: path, of: call, state.resources) : state.resources.members(at: path)
        guard let stored, let json = call.endpoint.json(of: response),
            let changed = json.json.overlaid(stored, accepts: json.schema.accepts), changed != json.json
        else { return }
        response.body = json.shape.encoded(changed)
        if state.resources.members(at: path) != nil { source = .stored }
    }

    /// The members of a resource as lists show it and as clients changed it.
    private func stored(at path: ResourcePath, of call: ServedCall, _ resources: ServedResources) -> JSONObject? {
        let members = resources.members(at: path)
        guard let row = row(at: path, of: call) else { return members }
        return row.merging(members ?? [:])
    }

    /// The element of a list that a path names, as lists show it.
    private func row(at path: ResourcePath, of call: ServedCall) -> JSONObject? {
        guard let name = path.name, let list = router.list(at: path.collection, in: call.contract) else { return nil }
        let identifier = ResourceIdentifier(placeholder: path.placeholder)
        return rows(of: list).rows.lazy.compactMap(\.objectValue).first { identifier.member(of: $0)?.text == name }
    }

    /// The elements that a list has before anybody changes it: those of all pages that were recorded, else made ones.
    private func rows(of call: ServedCall) -> (rows: [JSON], isMade: Bool, page: Int) {
        let pages = recorded[call.contract.service]?.pages(of: call) ?? []
        let lists = pages.compactMap { response in
            call.endpoint.json(of: response).flatMap { ServedList(in: $0.json)?.rows }
        }
        guard !lists.isEmpty else {
            let json = call.endpoint.json(of: made.response(to: call))?.json
            return (json.flatMap { ServedList(in: $0)?.rows } ?? [], true, ListQuery.usualPage)
        }
        var seen: Set<JSON> = []
        let identifier = ResourceIdentifier(placeholder: nil)
        let rows = lists.joined().filter { row in
            let identity = row.objectValue.flatMap { identifier.member(of: $0) }.map { JSON.string($0.text) }
            return seen.insert(identity ?? row).inserted
        }
        return (rows, false, lists.map(\.count).max() ?? ListQuery.usualPage)
    }

    private func page(
        _ list: ServedList, _ body: ServedJSON, _ call: ServedCall, _ path: ResourcePath,
        _ response: inout RecordedResponse, _ source: inout ServingEntry.Source, _ resources: ServedResources
    ) {
        let isTouched = resources.touches(path.collection)
        if source.isRecorded, !isTouched { return }
        let query = ListQuery(call.request, of: call.endpoint)
        let known = source.isRecorded && !query.isPaged ? (list.rows, false, list.rows.count) : rows(of: call)
        var rows = known.0
        if isTouched {
            let identifier = ResourceIdentifier(
                placeholder: router.placeholder(below: path.collection, in: call.contract))
            rows = changed(rows, path.collection, identifier, resources)
            rows += created(besides: rows, known.0.first?.objectValue ?? [:], path.collection, identifier, resources)
                .compactMap { members in
                    members.lazy.map(JSON.object).first { body.schema.accepts(list.replacing([$0])) }
                }
            source = .stored
        }
        let chosen = query.chosen(from: rows, isMade: known.1)
        let range = query.range(among: chosen.count, usual: known.2)
        let next = range.upperBound < chosen.count ? query.place(ofOffset: range.upperBound) : nil
        let target = next.map { call.request.url.replacingQuery($0.name, with: $0.value) }
        let page = list.page(
            Array(chosen[range]), total: chosen.count, next: next?.value, target: target, accepts: body.schema.accepts)
        guard body.schema.accepts(page) else { return }
        response.body = body.shape.encoded(page)
        made.link(&response, to: target, total: chosen.count, of: body.shape)
    }

    /// The elements with what clients have stored in them, without those that were removed.
    private func changed(
        _ rows: [JSON], _ collection: String, _ identifier: ResourceIdentifier, _ resources: ServedResources
    ) -> [JSON] {
        rows.compactMap { row in
            guard let members = row.objectValue, let name = identifier.member(of: members)?.text else { return row }
            let path = ResourcePath(collection: collection, name: name)
            if let item = resources.item(at: path) { return .object(members.merging(item.members.filter(in: members))) }
            return resources.hasRemoved(path.text) || resources.hasCleared(members, in: collection) ? nil : row
        }
    }

    /// The created elements that are not among others, each in the forms that a list may take it in, the best first.
    private func created(
        besides rows: [JSON], _ shape: JSONObject, _ collection: String, _ identifier: ResourceIdentifier,
        _ resources: ServedResources
    ) -> [[JSONObject]] {
        let names = Set(rows.compactMap { $0.objectValue.flatMap { identifier.member(of: $0)?.text } })
        return resources.createdItems(in: collection).filter { $0.names.isDisjoint(with: names) }.map { item in
            let known = shape.isEmpty ? item.members : item.members.filter(in: shape)
            var whole = shape.merging(known)
            // The last change of an untouched item is its creation.
            if let created = item.members.first(where: { $0.key.folded.hasPrefix("created") })?.value {
                for name in whole.keys where known[name] == nil && name.folded.hasPrefix("updated") {
                    whole[name] = created
                }
            }
            return [known, whole, item.members]
        }
    }

    // MARK: - Writing

    private func write(
        _ call: ServedCall, _ path: ResourcePath, _ response: inout RecordedResponse,
        _ source: inout ServingEntry.Source, _ state: inout ServiceState
    ) {
        guard (200..<300).contains(response.status) else { return }
        let method = call.endpoint.request?.method ?? ""
        if path.name != nil, method != "POST", method != "PUT", state.resources.hasRemoved(path.text) {
            response = error(404, of: call) ?? RecordedResponse(status: 404)
            source = .stored
            return
        }
        let seed = Fingerprint.hash("session".utf8, seed: behaviour.seed)
        if let answer = state.sessions.note(call, slots(of: call), path, response, seed: seed) {
            response = answer
            return
        }
        let posted = call.posted
        let isCreating = method == "POST" && path.name == nil
        if source == .made {
            let before = isCreating ? [:] : stored(at: path, of: call, state.resources) ?? [:]
            echo(before.merging(posted ?? [:]), call, &response)
        }
        switch method {
        case "DELETE":
            if path.name != nil {
                state.resources.remove(path)
            } else {
                state.resources.clear(path.collection, ListQuery(call.request, of: call.endpoint).filters)
            }
        case _ where isCreating: create(posted ?? [:], call, path, &response, source, &state)
        default:
            guard let posted else { return }
            let answered = call.endpoint.json(of: response)?.json.described ?? [:]
            state.resources.change(
                posted.merging(answered), at: path, isCreated: method == "PUT" && response.status == 201)
        }
    }

    /// Has the answer to a change tell the members that the resource has now.
    private func echo(_ members: JSONObject, _ call: ServedCall, _ response: inout RecordedResponse) {
        guard let json = call.endpoint.json(of: response),
            let changed = json.json.overlaid(members, accepts: json.schema.accepts)
        else { return }
        response.body = json.shape.encoded(changed)
    }

    private func create(
        _ posted: JSONObject, _ call: ServedCall, _ path: ResourcePath, _ response: inout RecordedResponse,
        _ source: ServingEntry.Source, _ state: inout ServiceState
    ) {
        let identifier = ResourceIdentifier(placeholder: router.placeholder(below: path.collection, in: call.contract))
        var answered = call.endpoint.json(of: response)?.json.described ?? [:]
        // A recorded answer names the same item every time; the next one needs a name of its own.
        if let (member, text) = identifier.member(of: answered), posted[member] == nil,
            state.resources.item(at: ResourcePath(collection: path.collection, name: text)) != nil,
            let json = call.endpoint.json(of: response),
            let other = made.response(to: call, salt: "\(state.resources.created)").json(call)?.described?[member],
            let changed = json.json.overlaid([member: other], accepts: json.schema.accepts)
        {
            response.body = json.shape.encoded(changed)
            answered[member] = other
        }
        let members = posted.merging(answered)
        let named = identifier.member(of: members)?.text
        let others = answered.filter { posted[$0.key] == nil }.compactMap(\.value.scalarText)
        state.resources.create(members, names: named.map { [$0] } ?? Set(others), in: path.collection)
    }

    // MARK: - Validators

    /// Gives an answer the validator that the contract speaks of, and answers 304 to who has it already (RFC 9110, 13.1.2).
    private func validate(
        _ response: inout RecordedResponse, of call: ServedCall, _ request: RecordedRequest, isRecorded: Bool
    ) {
        let shape = call.endpoint.response(status: 200, variant: nil)
        let header = shape?.headers.first { $0.name.lowercased() == "etag" }
        guard header != nil || call.endpoint.response(status: 304, variant: nil) != nil else { return }
        if !isRecorded || response.headers["ETag"] == nil {
            let tag = "\"\(String(Fingerprint.hash(response.body), radix: 36))\""
            if case .schema(let schema)? = header?.expectation, !schema.schema.accepts(.string(tag)) {
                if response.headers["ETag"] == nil { return }
            } else {
                response.headers["ETag"] = tag
            }
        }
        guard let tag = response.headers["ETag"], let asked = request.headers["If-None-Match"] else { return }
        func opaque(_ tag: String) -> String { tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag }
        let tags = asked.split(separator: ",").map { opaque($0.trimmingCharacters(in: .whitespaces)) }
        guard asked == "*" || tags.contains(opaque(tag)) else { return }
        var headers: HeaderFields = [:]
        for name in ["ETag", "Cache-Control", "Vary", "Expires"] { headers[name] = response.headers[name] }
        response = RecordedResponse(status: 304, headers: headers)
    }
}
