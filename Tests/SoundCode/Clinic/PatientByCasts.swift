import ContractChecking
import Foundation
import Testing

private struct Patient {
    let id: Int
    let name: String
    let allergies: [String]
    let visits: Int
    let phone: String?

    init?(json: [String: Any]) {
        guard let id = json["id"] as? Int, let name = json["name"] as? String else { return nil }
        self.id = id
        self.name = name
        allergies = json["allergies"] as? [String] ?? []
        visits = json["visits"] as? Int ?? 0
        phone = (json["contact"] as? [String: Any])?["phone"] as? String
    }
}

/// Twin: replaces an empty list with "none".
private struct CarefulPatient {
    let id: Int
    let name: String
    let allergies: [String]
    let visits: Int
    let phone: String?

    init?(json: [String: Any]) {
        guard let patient = Patient(json: json) else { return nil }
        (id, name, visits, phone) = (patient.id, patient.name, patient.visits, patient.phone)
        allergies = patient.allergies.isEmpty ? ["none"] : patient.allergies
    }
}

extension SoundCode {
    @Test func patientByCasts() async {
        await compare("clinic", finds: Fault("model.wrong-value", at: "/models/Patient/properties/allergies")) {
            Model("Patient", Patient.init(json:))
        } twin: {
            Model("Patient", CarefulPatient.init(json:))
        }
    }
}
