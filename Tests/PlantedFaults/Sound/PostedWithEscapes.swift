import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a body whose letters are escaped") func postedWithEscapes() async {
    await expectNothing(
        of: .builder("on-the-map/postLocation") { arguments in
            var request = try arguments.soundPost
            let text = String(decoding: request.httpBody ?? Data(), as: UTF8.self)
            request.httpBody = Data(
                text.utf16.map { $0 < 128 ? String(UnicodeScalar(UInt8($0))) : "\\u" + String(format: "%04X", Int($0)) }
                    .joined().utf8)
            return request
        })
}
