import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

extension RequestDrafting {
    /// The maximum size of a literal body. Larger bodies are described by their length.
    private static let literalByteLimit = 4096

    /// Returns the body of calls that is neither JSON nor a URL-encoded form, or `nil` if it is one of these or
    /// unreadable.
    mutating func otherBody(_ bodies: [ObservedCall.Body]) -> [ContractKeys.Request: JSON]? {
        if let texts = bodies.mapAll({ if case .text(let text) = $0 { text } else { nil } }) {
            return [.text: arguments.template("text", texts.map(JSON.string)).spelledOut]
        }
        if let binaries = bodies.mapAll({ if case .bytes(let bytes) = $0 { bytes } else { nil } }) {
            return [.bytes: bytes("data", binaries)]
        }
        if let documents = bodies.mapAll({ if case .xml(let text) = $0 { text } else { nil } }) {
            return [.xml: .string(xml(documents))]
        }
        if let parts = bodies.mapAll({ if case .multipart(let parts) = $0 { parts } else { nil } }) {
            return [.multipart: .object(multipart(parts))]
        }
        if let requests = bodies.mapAll({ if case .graphql(let request) = $0 { request } else { nil } }),
            let first = requests.first
        {
            return [.graphql: graphql(requests, first)]
        }
        return nil
    }

    private mutating func bytes(_ name: String, _ all: [[UInt8]]) -> JSON {
        guard all.allSatisfy({ $0.count <= Self.literalByteLimit }) else {
            return ContractKeys.Bytes.object([(.minLength, 1)])
        }
        let argument = arguments.template(name, all.map { .string(Data($0).base64EncodedString()) })
        arguments.describe(argument, ["type": "string", "contentEncoding": "base64"])
        return argument
    }

    // MARK: - XML

    private mutating func xml(_ documents: [String]) -> String {
        if documents.distinct.count > 1 {
            omissions.add(
                place,
                "the XML differs between calls; the XML of the first call was written: replace the differences with arguments"
            )
        }
        let text = documents[0]
        let bytes = Array(text.utf8)
        let tree: XMLTree
        do { tree = try XMLTree(parsing: text) } catch { return Naming.literal(text) }
        var found: [(range: Range<Int>, template: String)] = []
        tree.eachValue { name, _, value, range in
            guard CredentialNames.contains(name) || CredentialShapes.matches(value), !value.isEmpty else { return }
            let values = documents.map { _ in value as String? }
            found.append((range, arguments.secret(name, values, use: "XML '\(name)'")))
        }
        var template = ""
        var end = 0
        for place in found.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            template +=
                Naming.literal(String(decoding: bytes[end..<place.range.lowerBound], as: UTF8.self)) + place.template
            end = place.range.upperBound
        }
        return template + Naming.literal(String(decoding: bytes[end...], as: UTF8.self))
    }

    // MARK: - Multipart

    private mutating func multipart(_ all: [[ObservedCall.Part]]) -> JSONObject {
        var drafted = JSONObject()
        for name in all.joined().map(\.name).distinct {
            let lists = all.map { parts in parts.filter { $0.name == name } }
            if lists.allSatisfy({ $0.allSatisfy(\.isPlain) }) {
                let texts = lists.map { parts in parts.map { ObservedCall.Pair(name: name, value: $0.text ?? "") } }
                drafted[name] = pairs("part", texts, CredentialNames.contains)[name]
                continue
            }
            if lists.contains(where: { $0.count > 1 }) {
                omissions.add(place, "the part '\(name)' is repeated; only the first part of each call was written")
            }
            let parts = lists.map(\.first)
            guard let first = parts.compactMap(\.self).first else { continue }
            drafted[name] = part(name, parts, first)
        }
        return drafted
    }

    private mutating func part(_ name: String, _ parts: [ObservedCall.Part?], _ first: ObservedCall.Part) -> JSON {
        typealias Keys = ContractKeys.Part
        let content: (Keys, JSON?)
        switch first.content {
        case .text: content = (.value, arguments.template(name, parts.map { $0?.text.map(JSON.string) }))
        case .json:
            let values = parts.map { part -> JSON? in if case .json(let json)? = part?.content { json } else { nil } }
            content = (.json, template(values, name: name))
        case .bytes:
            let values = parts.map { part -> [UInt8] in if case .bytes(let bytes)? = part?.content { bytes } else { [] }
            }
            content = (.bytes, bytes(name, values))
        case .file: content = (.bytes, ContractKeys.Bytes.object([(.minLength, 1)]))
        }
        let names = parts.compactMap { $0?.filename }.distinct
        let filename: JSON = names.count == 1 && names[0] != "" ? .string(Naming.literal(names[0])) : true
        return Keys.object([
            content, (.filename, first.filename == nil ? nil : filename), (.content, first.mediaType.map(JSON.string)),
        ])
    }

    // MARK: - GraphQL

    private mutating func graphql(_ requests: [ObservedCall.GraphQL], _ first: ObservedCall.GraphQL) -> JSON {
        let variables = requests.map(\.variables)
        let drafted = variables.contains { $0 != [:] } ? template(variables, name: "variables") : nil
        return ContractKeys.GraphQL.object([
            (.document, .string(first.document)), (.variables, drafted),
            (.operationName, first.operationName.map(JSON.string)),
        ])
    }
}

extension ObservedCall.Part {
    fileprivate var text: String? { if case .text(let text) = content { text } else { nil } }

    /// Whether the contract describes the part by its text alone.
    fileprivate var isPlain: Bool {
        text != nil && filename == nil && (mediaType.map { MediaType($0).essence == "text/plain" } ?? true)
    }
}

extension JSON {
    fileprivate var spelledOut: JSON { stringValue == nil ? .string(plainText) : self }
}
