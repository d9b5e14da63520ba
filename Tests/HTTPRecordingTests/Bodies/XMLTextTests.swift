import JSONSchema
import Testing

@testable import HTTPRecording

struct XMLTextTests {
    @Test func roundTripsADocument() throws {
        let json: JSON = [
            "feed": [
                "@lang": "de \"at\" <1>", "title": "A & B", "entry": [["@id": "1", "#text": "x"], "y\tz"], "empty": "",
            ]
        ]
        let text = try #require(XMLText.text(of: json))
        #expect(try XMLTree(parsing: text).json() == json)
    }

    @Test(arguments: [["two": 1, "roots": 2], ["no name": "x"], ["list": [1]], ["a": ["@b": [1]]], "text"] as [JSON])
    func rejectsValuesThatAreNoDocument(json: JSON) { #expect(XMLText.text(of: json) == nil) }
}
