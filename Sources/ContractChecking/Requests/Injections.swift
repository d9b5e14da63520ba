import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// The effects that an invalid value must not have on a request: another origin, header or part of the body.
///
/// Line breaks in headers are not checked, because the contract excludes such values.
struct Injections {
    /// The subjects of findings about a body that is broken or has an additional part.
    private static let subjects = [["unexpected"], ["unreadable"]]

    private let headers: Set<String>
    private let members: Set<[String]>
    private let request: RequestContract

    init(base: Arguments, endpoint: EndpointContract, request: RequestContract, build: Endpoint.Builder) async {
        self.request = request
        let good: RecordedRequest?
        do { good = RecordedRequest(try await build(base)) } catch { good = nil }
        let known = (good?.headers.names ?? []) + request.headers.map(\.name) + request.allowedHeaders
        headers = Set(known.map { $0.lowercased() })
        let places = good?.body.flatMap { JSON(ifValid: $0, options: .strict) }?.memberPlaces ?? []
        members = Set(places.map { ProbePlace.pattern(of: request.bodyPointer.tokens + $0.tokens) })
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
                && !members.contains(ProbePlace.pattern(of: finding.pointer.tokens))
        }
        return mismatches.filter { $0.rule == RequestRule.origin.id } + added + [part].compactMap(\.self)
    }
}
