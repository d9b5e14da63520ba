import ContractChecking
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A body whose letters are escaped.
let postedWithEscapes = Plant(
    "a body whose letters are escaped", in: "on-the-map", builder: "postLocation",
    finds: [:]
) { arguments in
    var request = try arguments.soundPost
    let text = String(decoding: request.httpBody ?? Data(), as: UTF8.self)
    request.httpBody = Data(
        text.utf16.map { $0 < 128 ? String(UnicodeScalar(UInt8($0))) : "\\u" + String(format: "%04X", Int($0)) }
            .joined().utf8)
    return request
}
