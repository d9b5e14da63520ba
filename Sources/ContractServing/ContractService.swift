import ContractChecking
import ContractFormat
import HTTPRecording
import JSONSchema

/// Answers requests as a contract's service would: a function of the request and previous requests.
///
/// Responses come from recordings, or else from examples and schemas. Resources stored by clients override both.
struct ContractService: Sendable {
    private struct Draft {
        let call: ServedCall
        let path: ResourcePath
        var response: RecordedResponse
        var source: ServingEntry.Source

        var isSuccess: Bool { (200..<300).contains(response.status) }
        var json: ServedJSON? { call.endpoint.json(of: response) }
        /// The members of the resource in the response.
        var described: JSONObject { json?.json.described ?? [:] }

        /// Overrides members of the body if the schema accepts them, and returns whether the body changed.
        @discardableResult
        mutating func overlay(_ members: JSONObject) -> Bool {
            guard let json, let changed = json.json.overlaid(members, accepts: json.accepts),
                changed != json.json
            else { return false }
            response.body = json.encoded(changed)
            return true
        }
    }

    /// The elements of a list before changes by clients.
    private struct Rows {
        var rows: [JSON]
        var isMade = false
        var pageSize: Int
    }

    let contracts: [Contract]
    let router: RequestRouter
    private let recorded: [String: RecordedResponses]
    private let made: MadeUpResponses
    private let behaviour: ServedContracts.Behaviour
    private let knownValues: Set<String>

    init(_ services: [LoadedService], _ behaviour: ServedContracts.Behaviour) {
        let contracts = services.compactMap(\.contract)
        let responses = services.compactMap { service in
            service.contract.map { (service.name, RecordedResponses(of: $0, in: service.library)) }
        }
        let recorded = Dictionary(responses) { first, _ in first }
        self.contracts = contracts
        self.recorded = recorded
        router = RequestRouter(contracts)
        made = MadeUpResponses(
            of: contracts.map { ($0, recorded[$0.service]?.known ?? SampleStrings()) }, seed: behaviour.seed)
        knownValues = Set(contracts.flatMap(\.variables).compactMap { behaviour.environment[$0.text] })
        self.behaviour = behaviour
    }

    func answer(_ request: RecordedRequest, _ state: inout ServiceState) -> ServedResponse {
        let call: ServedCall
        switch router.route(request) {
        case .call(let found): call = found
        case .otherMethod(let methods): return Refusal.otherMethod(request, methods)
        case .unknown: return Refusal.unknown(request, among: router.known)
        }
        if call.credentials.contains(where: { !$0.slot.isOptional && $0.text == nil }) {
            return refusal(401, of: call, request, .refused) ?? Refusal.unauthorized(call, request)
        }
        if !call.mismatches.isEmpty { return Refusal.differing(call, request) }
        if behaviour.keepsState, state.sessions.refuses(call, isKnown: knownValues.contains) {
            // A service that declares only one of these statuses uses it for both cases.
            let status = [403, 401].first { call.endpoint.response(status: $0, variant: nil) != nil } ?? 403
            return refusal(status, of: call, request, .denied)
                ?? served(RecordedResponse(status: status), .denied, to: call, request)
        }
        var draft = statelessDraft(call, &state)
        if behaviour.keepsState {
            if call.isSafe { read(&draft, state.resources) } else { write(&draft, &state) }
        }
        if call.isSafe, draft.response.status == 200 { addValidator(&draft, request) }
        return served(draft.response, draft.source, to: call, request)
    }

    private func served(
        _ response: RecordedResponse, _ source: ServingEntry.Source, to call: ServedCall, _ request: RecordedRequest
    ) -> ServedResponse {
        var response = response
        response.headers = response.headers.served(without: call.origin)
        let entry = ServingEntry(request, call, source: source, response: response)
        return ServedResponse(response: response, entry: entry)
    }

    /// Returns the response of a service without state from previous requests.
    private func statelessDraft(_ call: ServedCall, _ state: inout ServiceState) -> Draft {
        let recorded = recorded[call.contract.service]
        let steps = state.steps
        state.steps.merge(recorded?.steps(of: call, after: steps) ?? [:]) { $1 }
        let path = ResourcePath(of: call.request, call.endpoint, origin: call.origin, values: call.values)
        if let entry = recorded?.entry(for: call, steps: steps, environment: behaviour.environment) {
            return Draft(
                call: call, path: path, response: entry.response,
                source: .recorded(file: entry.file, entry: entry.index))
        }
        let response = made.response(to: call, salt: call.isSafe ? "" : "\(state.resources.created)")
        return Draft(call: call, path: path, response: response, source: .made)
    }

    /// Returns the contract's response for an error status, recorded or made up, or `nil` if it declares none.
    private func refusal(
        _ status: Int, of call: ServedCall, _ request: RecordedRequest, _ source: ServingEntry.Source
    ) -> ServedResponse? {
        error(status, of: call).map { served($0, source, to: call, request) }
    }

    private func error(_ status: Int, of call: ServedCall) -> RecordedResponse? {
        recorded[call.contract.service]?.response(status: status, of: call.endpoint)
            ?? made.response(to: call, status: status)
    }

    private func respondNotFound(_ draft: inout Draft) {
        draft.response = error(404, of: draft.call) ?? RecordedResponse(status: 404)
        draft.source = .stored
    }

    private func read(_ draft: inout Draft, _ resources: ServedResources) {
        let path = draft.path
        guard draft.isSuccess || resources.touches(path.collection) else { return }
        if path.name == nil, let json = draft.json, let list = ServedList(in: json.json) {
            return page(list, json, &draft, resources)
        }
        if resources.hasRemoved(path.text) { return respondNotFound(&draft) }
        if !draft.isSuccess, resources.item(at: path) != nil {
            // The resource was recorded as missing but has been created since.
            draft.response = made.response(to: draft.call)
        }
        let members = resources.members(at: path)
        guard let stored = draft.source == .made ? stored(at: path, of: draft.call, resources) : members else { return }
        if draft.overlay(stored), members != nil { draft.source = .stored }
    }

    /// Returns the members of a resource from its list, overridden by clients' changes.
    private func stored(at path: ResourcePath, of call: ServedCall, _ resources: ServedResources) -> JSONObject? {
        let members = resources.members(at: path)
        guard let row = row(at: path, of: call) else { return members }
        return row.merging(members ?? [:])
    }

    private func row(at path: ResourcePath, of call: ServedCall) -> JSONObject? {
        guard let name = path.name, let list = router.list(at: path.collection, in: call.contract) else { return nil }
        return rows(of: list).rows.lazy.compactMap(\.objectValue).first {
            $0.identifier(like: path.placeholder)?.text == name
        }
    }

    /// Returns the original elements of a list: those of all recorded pages, or else made-up ones.
    private func rows(of call: ServedCall) -> Rows {
        func rows(in response: RecordedResponse) -> [JSON]? {
            call.endpoint.json(of: response).flatMap { ServedList(in: $0.json)?.rows }
        }
        let lists = (recorded[call.contract.service]?.pages(of: call) ?? []).compactMap(rows)
        guard !lists.isEmpty else {
            return Rows(
                rows: rows(in: made.response(to: call)) ?? [], isMade: true, pageSize: ListQuery.defaultPageSize)
        }
        let distinct = lists.joined().distinct { ($0.objectValue?.identifier()?.text).map(JSON.string) ?? $0 }
        return Rows(rows: distinct, pageSize: lists.map(\.count).max() ?? ListQuery.defaultPageSize)
    }

    /// Returns the elements that a query selects from.
    private func rows(of draft: Draft, _ list: ServedList, _ body: ServedJSON, _ query: ListQuery) -> Rows {
        if draft.source.isRecorded, !query.isPaged { return Rows(rows: list.rows, pageSize: list.rows.count) }
        let known = rows(of: draft.call)
        guard draft.source == .made, query.selected(from: known.rows, isMade: known.isMade).isEmpty,
            !body.accepts(list.replacing([]))
        else { return known }
        // The schema requires elements, but no recorded one matches the query.
        return Rows(rows: list.rows, isMade: true, pageSize: ListQuery.defaultPageSize)
    }

    private func page(_ list: ServedList, _ body: ServedJSON, _ draft: inout Draft, _ resources: ServedResources) {
        let (call, collection) = (draft.call, draft.path.collection)
        let isTouched = resources.touches(collection)
        if draft.source.isRecorded, !isTouched { return }
        let query = ListQuery(call.request, of: call.endpoint)
        let known = rows(of: draft, list, body, query)
        var rows = known.rows
        if isTouched {
            let placeholder = router.placeholder(below: collection, in: call.contract)
            rows = changed(rows, collection, placeholder, resources)
            rows += created(besides: rows, known.rows.first?.objectValue ?? [:], collection, placeholder, resources)
                .compactMap { forms in
                    forms.lazy.map(JSON.object).first { body.accepts(list.replacing([$0])) }
                }
            draft.source = .stored
        }
        let selected = query.selected(from: rows, isMade: known.isMade)
        let range = query.range(among: selected.count, pageSize: known.pageSize)
        // An empty page, such as one of a limit of 0, has no next one.
        let hasNext = !range.isEmpty && range.upperBound < selected.count
        let next = hasNext ? query.pageParameter(forOffset: range.upperBound) : nil
        let target = next.map { call.request.url.replacingQuery($0.name, with: $0.value) }
        let page = list.page(
            Array(selected[range]), total: selected.count, next: next?.value, target: target,
            accepts: body.accepts)
        guard body.accepts(page) else { return }
        draft.response.body = body.encoded(page)
        made.link(&draft.response, to: target, total: selected.count, of: body.shape)
    }

    private func changed(
        _ rows: [JSON], _ collection: String, _ placeholder: String?, _ resources: ServedResources
    ) -> [JSON] {
        rows.compactMap { row in
            guard let members = row.objectValue, let name = members.identifier(like: placeholder)?.text else {
                return row
            }
            let path = ResourcePath(collection: collection, name: name)
            if let item = resources.item(at: path) { return .object(members.merging(item.members.filter(in: members))) }
            return resources.hasRemoved(path.text) || resources.hasCleared(members, in: collection) ? nil : row
        }
    }

    /// Returns the created elements that the list lacks, each in several forms, the preferred one first.
    private func created(
        besides rows: [JSON], _ shape: JSONObject, _ collection: String, _ placeholder: String?,
        _ resources: ServedResources
    ) -> [[JSONObject]] {
        let names = Set(rows.compactMap { $0.objectValue?.identifier(like: placeholder)?.text })
        return resources.createdItems(in: collection).filter { $0.names.isDisjoint(with: names) }.map { item in
            let known = shape.isEmpty ? item.members : item.members.filter(in: shape)
            var whole = shape.merging(known)
            // A new item was last updated when it was created.
            if let created = item.members.first(where: { $0.key.folded.hasPrefix("created") })?.value {
                for name in whole.keys where known[name] == nil && name.folded.hasPrefix("updated") {
                    whole[name] = created
                }
            }
            return [known, whole, item.members]
        }
    }

    private func write(_ draft: inout Draft, _ state: inout ServiceState) {
        let (call, path) = (draft.call, draft.path)
        guard draft.isSuccess else { return }
        let method = call.endpoint.request?.method ?? ""
        if path.name != nil, method != "POST", method != "PUT", state.resources.hasRemoved(path.text) {
            return respondNotFound(&draft)
        }
        let seed = Fingerprint.hash("session".utf8, seed: behaviour.seed)
        if let answer = state.sessions.note(call, path, draft.response, seed: seed) {
            draft.response = answer
            return
        }
        let posted = call.posted
        let isCreating = method == "POST" && path.name == nil
        if draft.source == .made {
            // A response to a change shows the current members.
            let before = isCreating ? [:] : stored(at: path, of: call, state.resources) ?? [:]
            draft.overlay(before.merging(posted ?? [:]))
        }
        if isCreating {
            create(posted ?? [:], &draft, &state.resources)
        } else if method == "DELETE", path.name != nil {
            state.resources.remove(path)
        } else if method == "DELETE" {
            state.resources.clear(path.collection, ListQuery(call.request, of: call.endpoint).filters)
        } else if let posted {
            state.resources.change(
                posted.merging(draft.described), at: path,
                isCreated: method == "PUT" && draft.response.status == 201)
        }
    }

    private func create(_ posted: JSONObject, _ draft: inout Draft, _ resources: inout ServedResources) {
        let collection = draft.path.collection
        let placeholder = router.placeholder(below: collection, in: draft.call.contract)
        if let (member, text) = draft.described.identifier(like: placeholder), posted[member] == nil {
            let listed = router.list(at: collection, in: draft.call.contract).map { rows(of: $0).rows } ?? []
            let names = Set(listed.compactMap { $0.objectValue?.identifier(like: placeholder)?.text })
                .union(resources.createdItems(in: collection).flatMap(\.names))
            // A recorded response repeats its identifier, and a made-up one may have that of an example.
            if draft.source == .made && names.contains(text)
                || resources.item(at: ResourcePath(collection: collection, name: text)) != nil
            {
                rename(member, besides: names, &draft, salt: "\(resources.created)")
            }
        }
        let answered = draft.described
        let members = posted.merging(answered)
        let others = answered.filter { posted[$0.key] == nil }.compactMap(\.value.scalarText)
        resources.create(
            members, names: members.identifier(like: placeholder).map { [$0.text] } ?? Set(others), in: collection)
    }

    /// Gives the identifier of a created resource another value: that of another made-up response, or else the same with
    /// a number at its end.
    private func rename(_ member: String, besides names: Set<String>, _ draft: inout Draft, salt: String) {
        let old = draft.described[member]
        let text = old?.scalarText ?? ""
        let other = draft.call.endpoint.json(of: made.response(to: draft.call, salt: salt))?.json.described?[member]
        let numbered = (1...200).map { number -> JSON? in
            let text = String(text.dropLast("\(number)".count)) + "\(number)"
            return old?.numberValue == nil ? JSON.string(text) : JSONNumber(text: text).map(JSON.number)
        }
        for case let value? in [other] + numbered where !names.contains(value.plainText) {
            if draft.overlay([member: value]) { return }
        }
    }

    /// Adds the contract's validator to a response. A matching `If-None-Match` gets 304 (RFC 9110, section 13.1.2).
    private func addValidator(_ draft: inout Draft, _ request: RecordedRequest) {
        var headers = draft.response.headers
        let endpoint = draft.call.endpoint
        let header = endpoint.response(status: 200, variant: nil)?.headers.first { $0.name.lowercased() == "etag" }
        guard header != nil || endpoint.response(status: 304, variant: nil) != nil else { return }
        if !draft.source.isRecorded || headers["ETag"] == nil {
            let tag = "\"\(String(Fingerprint.hash(draft.response.body), radix: 36))\""
            if case .schema(let schema)? = header?.expectation, !schema.schema.accepts(.string(tag)) {
                if headers["ETag"] == nil { return }
            } else {
                headers["ETag"] = tag
            }
        }
        draft.response.headers = headers
        guard let tag = headers["ETag"], let asked = request.headers["If-None-Match"] else { return }
        let tags = asked.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces).withoutWeakMark }
        guard asked == "*" || tags.contains(tag.withoutWeakMark) else { return }
        let kept = ["ETag", "Cache-Control", "Vary", "Expires"].compactMap { name in
            headers[name].map { HeaderFields.Field(name, $0) }
        }
        draft.response = RecordedResponse(status: 304, headers: HeaderFields(kept))
    }
}
