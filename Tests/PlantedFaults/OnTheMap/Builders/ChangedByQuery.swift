import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the identifier stands in the query") func changedByQuery() async {
    await expect(
        ["request.path": ["request/path"], "request.query": ["request"]],
        of: .builder("on-the-map/changeLocation") { arguments in
            var request = try arguments.soundChange
            let identifier: String = try arguments["objectID"]
            request.url = URL(
                string: "https://onthemap-api.udacity.com/v1/StudentLocation?objectId=\(identifier.percentEncoded)")
            return request
        })
}
