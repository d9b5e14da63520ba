import ContractFormat
import Foundation
import HTTPRecording

/// The parts that requests with the same arguments must share: all but described parts and allowed headers.
struct StableParts: Equatable {
    private let method: String?
    private let url: URL?
    private let query: [QueryPairs.Pair: Int]
    private let headers: [String: String]
    private let timeout: TimeInterval
    private let body: Body

    /// A body in comparable form, without the order of JSON members or form fields.
    private enum Body: Equatable {
        case described
        case form([QueryPairs.Pair: Int])
        case given(RequestKey.Body)
    }

    init(of request: URLRequest, _ body: [UInt8]?, _ contract: RequestContract) {
        func given(_ pairs: QueryPairs, _ expectations: [NamedExpectation]) -> [QueryPairs.Pair: Int] {
            let described = Set(expectations.filter(\.isSchema).map(\.name))
            return pairs.pairs.filter { !described.contains($0.name) }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        method = request.httpMethod
        timeout = request.timeoutInterval
        var components = request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
        query = given(QueryPairs(percentEncoded: components?.percentEncodedQuery), contract.query)
        components?.percentEncodedQuery = nil
        url = components?.url ?? request.url
        let free = Set(
            (contract.allowedHeaders + contract.headers.filter(\.isSchema).map(\.name)).map { $0.lowercased() })
        headers = (request.allHTTPHeaderFields ?? [:]).reduce(into: [:]) { headers, header in
            let name = header.key.lowercased()
            guard !free.contains(name) else { return }
            // Each multipart body has a new boundary.
            let media = name == "content-type" ? MediaType(header.value) : nil
            headers[name] = media?.parameters["boundary"] != nil ? media?.essence : header.value
        }
        let type = MediaType(request.value(forHTTPHeaderField: "Content-Type") ?? "")
        switch contract.body {
        case .schema, .text(.schema), .bytes(.rule): self.body = .described
        case .form(let fields): self.body = .form(given(QueryPairs(form: body ?? []), fields))
        case .multipart(let parts):
            let given = RequestKey.Body(DescribedParts.body(body ?? [], type, parts), mediaType: type)
            // An unreadable body is reported elsewhere, and its boundary varies.
            if case .multipart = given { self.body = .given(given) } else { self.body = .described }
        case .none, .json, .xml, .graphql, .text(.value), .bytes(.base64):
            self.body = .given(RequestKey.Body(body ?? [], mediaType: type))
        }
    }
}
