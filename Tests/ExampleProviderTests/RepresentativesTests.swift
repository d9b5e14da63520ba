import ExampleProvider
import Foundation
import RawHTTPClient
import Testing

@Suite struct RepresentativesTests {
    private static func results(_ state: String, from port: Int) throws -> [[String: String]] {
        let reply = try ask(port, "GET", "/getall_reps_bystate.php?state=\(state)&output=json")
        #expect(reply.status == 200)
        #expect(reply.header("Content-Type") == "application/json")
        let text = try #require(String(bytes: reply.body, encoding: .isoLatin1))
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [[String: String]]]
        return try #require(object?["results"])
    }

    @Test(arguments: [("AZ", 9), ("CA", 53), ("NM", 3), ("NY", 27), ("TX", 36), ("UT", 4), ("VT", 1), ("ut", 4)])
    func listsTheWholeDelegationOfAState(state: String, count: Int) throws {
        try serving { port in
            let results = try Self.results(state, from: port)
            #expect(results.compactMap { $0["district"] } == (1...count).map(String.init))
            let keys = ["district", "link", "name", "office", "party", "phone", "state"]
            for result in results {
                #expect(result.keys.sorted() == keys)
                #expect(!result.values.contains(""))
            }
        }
    }

    @Test func writesPartiesAndPhonesInTwoStyles() throws {
        try serving { port in
            let bishop = try #require(try Self.results("UT", from: port).first)
            #expect(
                bishop == [
                    "name": "Rob Bishop", "party": "Republican", "state": "UT", "district": "1",
                    "phone": "202-225-0453", "office": "123 Cannon House Office Building",
                    "link": "http://robbishop.house.gov",
                ])
            let welch = try #require(try Self.results("VT", from: port).first)
            #expect(welch["party"] == "D")
            #expect(welch["phone"] == "(202) 225-4115")
        }
    }

    @Test func writesAccentsInLatin1() throws {
        try serving { port in
            let reply = try ask(port, "GET", "/getall_reps_bystate.php?state=NY&output=json")
            #expect(String(validating: reply.body, as: UTF8.self) == nil)
            // "Velázquez" with á as one byte, as in ISO 8859-1.
            #expect(reply.body.firstRange(of: [0x56, 0x65, 0x6C, 0xE1, 0x7A, 0x71, 0x75, 0x65, 0x7A]) != nil)
            #expect(try Self.results("NM", from: port).last?["name"] == "Ben Ray Luján")
            #expect(try Self.results("CA", from: port)[37]["name"] == "Linda Sánchez")
            #expect(try Self.results("AZ", from: port)[2]["name"] == "Raúl Grijalva")
        }
    }

    @Test func variesTheOrderOfTheKeys() throws {
        try serving { port in
            let text = try ask(port, "GET", "/getall_reps_bystate.php?state=UT&output=json").text
            let firstKeys = text.split(separator: "{").dropFirst().map { $0.split(separator: "\"").first }
            #expect(firstKeys == ["phone", "name", "state", "phone"])
        }
    }

    @Test(arguments: ["state=DC&output=json", "state=&output=json", "output=json", "", "state=Utah"])
    func reportsNoResultsAsXML(query: String) throws {
        try serving { port in
            let reply = try ask(port, "GET", "/getall_reps_bystate.php?\(query)")
            #expect(reply.status == 200)
            #expect(reply.header("Content-Type") == "text/xml")
            #expect(reply.text == "<result message='No Data Found' />")
        }
    }

    @Test(arguments: ["state=VT", "state=VT&output=JSON", "state=VT&output=xml"])
    func respondsInXMLByDefault(query: String) throws {
        try serving { port in
            let reply = try ask(port, "GET", "/getall_reps_bystate.php?\(query)")
            #expect(reply.header("Content-Type") == "text/xml")
            #expect(reply.text.contains("<rep name='Peter Welch' party='D' state='VT' district='1'"))
        }
    }

    @Test func escapesXML() throws {
        try serving { port in
            let text = try ask(port, "GET", "/getall_reps_bystate.php?state=TX").text
            #expect(text.contains("Beto O&apos;Rourke"))
        }
    }
}
