import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the identifier stands in the body, too") func changedWithIdentifier() async {
    await expect(
        ["request.body": ["request/body/objectId"]],
        of: .builder("on-the-map/changeLocation") { arguments in
            var request = try arguments.soundChange
            var body = try JSONSerialization.jsonObject(with: request.httpBody ?? Data()) as? [String: Any] ?? [:]
            body["objectId"] = try arguments["objectID"] as String
            request.httpBody = try JSONSerialization.data(withJSONObject: body, options: .sortedKeys)
            return request
        })
}
