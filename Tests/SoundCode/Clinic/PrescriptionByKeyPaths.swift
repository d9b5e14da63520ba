import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct Prescription: Sendable {
    typealias Field = @Sendable (inout Prescription, Any) -> Bool

    var drug = ""
    var dose = 0.0
    var timesPerDay = 0
    var note: String?

    static func field<Value>(_ path: WritableKeyPath<Prescription, Value> & Sendable) -> Field {
        { prescription, any in
            guard let value = any as? Value else { return false }
            prescription[keyPath: path] = value
            return true
        }
    }

    static let fields: [String: Field] = [
        "drug": field(\.drug), "dose_mg": field(\.dose), "per_day": field(\.timesPerDay), "note": field(\.note),
    ]

    init?(data: Data, fields: [String: Field] = Self.fields) throws {
        guard let json = try JSONSerialization.jsonObject(with: data) as? [String: Any] else { return nil }
        for (name, set) in fields {
            guard let value = json[name] else {
                if name == "note" { continue }
                return nil
            }
            guard set(&self, value) || name == "note" else { return nil }
        }
    }
}

private struct Pharmacy: Sendable {
    let send: @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)

    static func request(for drug: String) throws -> URLRequest {
        let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
        guard let name = drug.addingPercentEncoding(withAllowedCharacters: unreserved),
            let url = URL(string: "https://clinic.example/drugs/\(name)")
        else { throw URLError(.badURL) }
        return URLRequest(url: url)
    }

    func prescription(for drug: String) async throws -> Prescription? {
        let (data, response) = try await send(Self.request(for: drug))
        switch response.statusCode {
        case 200: return try Prescription(data: data)
        case 404: return nil
        default: throw URLError(.badServerResponse)
        }
    }
}

extension SoundCode {
    /// Twin: mistypes the key of an optional member.
    @Test func prescriptionByKeyPaths() async {
        var mistyped = Prescription.fields
        mistyped["notes"] = mistyped.removeValue(forKey: "note")
        let fields = mistyped.filter { $0.key != "notes" }
        await compare("clinic", finds: Fault("model.wrong-value", at: "/models/Prescription/schema/properties/note")) {
            Model("Prescription", data: { try Prescription(data: $0) })
        } twin: {
            Model("Prescription", data: { try Prescription(data: $0, fields: fields) })
        }
    }

    /// Twin: leaves a slash in the name unescaped, which changes the path.
    @Test func prescriptionByName() async {
        await compare("clinic", finds: Fault("request.path", at: "/endpoints/prescription/request/path")) {
            Model("Prescription", data: { try Prescription(data: $0) })
            Endpoint("prescription") {
                try Pharmacy.request(for: $0["drug"])
            } call: { arguments, transport in
                try await Pharmacy(send: { try await transport.send($0) }).prescription(for: arguments["drug"])
            }
        } twin: {
            Model("Prescription", data: { try Prescription(data: $0) })
            Endpoint("prescription") {
                guard let url = URL(string: "https://clinic.example/drugs") else { throw URLError(.badURL) }
                return URLRequest(url: url.appendingPathComponent(try $0["drug"]))
            } call: { arguments, transport in
                try await Pharmacy(send: { try await transport.send($0) }).prescription(for: arguments["drug"])
            }
        }
    }
}
