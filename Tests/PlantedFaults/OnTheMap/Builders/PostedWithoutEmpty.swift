import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("what is empty is left out of the body") func postedWithoutEmpty() async {
    await expect(
        ["request.body": ["request/body/firstName"]],
        of: .builder("on-the-map/postLocation") { arguments in
            var request = try arguments.soundPost
            let body = try JSONSerialization.jsonObject(with: request.httpBody ?? Data()) as? [String: Any] ?? [:]
            request.httpBody = try JSONSerialization.data(
                withJSONObject: body.filter { ($0.value as? String)?.isEmpty != true }, options: .sortedKeys)
            return request
        })
}
