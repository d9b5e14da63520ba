import JSONSchema
import Testing

@testable import HTTPRecording

@Suite("XML by structure")
struct XMLTreeTests {
    @Test(
        "comments, whitespace between elements and the order of attributes are insignificant",
        arguments: [
            #"<order id="7" kind="a"><item>tea</item><note/></order>"#,
            #"<?xml version="1.0" encoding="UTF-8"?><!-- c --><order kind='a' id = "7" ><item>tea</item><note></note></order>"#,
            "\u{FEFF}<order id='7' kind='a'>\r\n  <!-- one --><item>te<!-- two -->a</item>\n  <?x y?><note /> </order>\n",
            #"<order id="&#55;" kind="&#x61;"><item><![CDATA[tea]]></item><note/></order>"#,
        ])
    func sameStructure(_ text: String) throws {
        let first = try XMLTree(parsing: #"<order kind="a" id="7"><item>tea</item><note/></order>"#)
        #expect(try XMLTree(parsing: text) == first)
    }

    @Test("names are compared by namespace, not by prefix")
    func expandedNames() throws {
        let one = try XMLTree(parsing: #"<s:a xmlns:s="urn:x" s:k="1"><b xmlns="urn:y"/></s:a>"#)
        let other = try XMLTree(parsing: #"<a xmlns="urn:x" xmlns:t="urn:y" xmlns:q="urn:x" q:k="1"><t:b/></a>"#)
        #expect(one == other)
        #expect(try XMLTree(parsing: #"<a xmlns="urn:z"/>"#) != XMLTree(parsing: #"<a xmlns="urn:x"/>"#))
        #expect(
            try XMLTree(parsing: #"<a k="1" xmlns="urn:x"/>"#) != XMLTree(parsing: #"<q:a xmlns:q="urn:x" q:k="1"/>"#))
    }

    @Test(
        "documents with different elements, attributes or text are unequal",
        arguments: ["<a><b>1</b></a>", "<a><b>1 </b><c/></a>", "<a><c/><b>1</b></a>", "<a k=''><b>1</b><c/></a>"])
    func otherStructure(_ text: String) throws {
        #expect(try XMLTree(parsing: text) != XMLTree(parsing: "<a><b>1</b><c/></a>"))
    }

    @Test("a difference shows text that stands elsewhere between the same elements")
    func movedText() throws {
        let own = try XMLTree(parsing: "<l><a>x<b/></a></l>")
        let difference = own.difference(from: try XMLTree(parsing: "<l><a><b/>x</a></l>"))
        #expect(difference?.path == "/l/a")
        #expect(difference?.own == "x <b>")
        #expect(difference?.other == "<b> x")
        let prefixed = try XMLTree(parsing: "<p:l xmlns:p='u'>x<p:b/></p:l>")
        #expect(prefixed.difference(from: try XMLTree(parsing: "<l xmlns='u'>x<b/></l>")) == nil)
    }

    @Test("whitespace is dropped between elements only")
    func blanks() throws {
        #expect(try XMLTree(parsing: "<a> </a>").root.text == " ")
        #expect(try XMLTree(parsing: "<a> <b/> </a>").root.text.isEmpty)
        #expect(try XMLTree(parsing: "<a>one <b/> two</a>").root.text == "one  two")
    }

    @Test(
        "invalid and unsupported documents are reported with line and column",
        arguments: [
            (
                "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
                "line 1, column 1: a document type declaration (DOCTYPE) is refused"
            ),
            ("<a>\n  &b;</a>", "line 2, column 3: the entity '&b;' is not declared"),
            ("<a>\n<b></a>", "line 2, column 4: '</a>' ends '<b>'"),
            ("<a><b>", "line 1, column 7: the document ends inside '<b>'"),
            ("", "line 1, column 1: expected a root element"),
            ("<a/><b/>", "line 1, column 5: a second root element"),
            ("<a x='1' x='2'/>", "line 1, column 10: the attribute 'x' occurs twice"),
            ("<p:a/>", "line 1, column 7: no namespace is declared for the prefix of 'p:a'"),
            ("<a k=1/>", "line 1, column 6: expected the value of 'k' in quotes"),
            ("<a>\u{1}</a>", "line 1, column 4: the control character"),
            ("<a>&#0;</a>", "line 1, column 4: '&#0;' is not a character"),
            ("{}", "line 1, column 1: expected '<'"),
            ("<?xml version='1.0' encoding='Big5'?><a/>", "line 1, column 1: the encoding 'big5' is not supported"),
        ])
    func refused(_ text: String, _ message: String) {
        let error = #expect(throws: BodySyntaxError.self) { try XMLTree(parsing: Array(text.utf8)) }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    }

    @Test("elements may be nested 256 deep")
    func depth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(throws: Never.self) { try XMLTree(parsing: nested(256)) }
        let error = #expect(throws: BodySyntaxError.self) { try XMLTree(parsing: nested(100_000)) }
        #expect(error?.message == "elements are nested deeper than 256")
    }

    @Test("a document in ISO-8859-1 or UTF-16 has the same text as one in UTF-8")
    func encodings() throws {
        let plain = try XMLTree(parsing: "<a k=\"é\">ü</a>")
        let declared =
            Array("<?xml version='1.0' encoding='ISO-8859-1'?><a k='".utf8) + [0xE9] + Array("'>".utf8) + [0xFC]
        #expect(try XMLTree(parsing: declared + Array("</a>".utf8)) == plain)
        let units = [0xFEFF] + Array("<a k='é'>ü</a>".utf16)
        #expect(try XMLTree(parsing: units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) == plain)
        #expect(throws: BodySyntaxError.self) {
            try XMLTree(parsing: Array("<a>".utf8) + [0xE9] + Array("</a>".utf8))
        }
    }

    @Test("as JSON an element is its text, or an object of its attributes, children and text")
    func asJSON() throws {
        let text = """
            <feed xmlns="urn:f" xmlns:atom="urn:a" xml:lang="en"><title>News</title><atom:link href="/x"/>
              <entry id="1"><title>One</title></entry><entry id="2">two</entry><empty/></feed>
            """
        let expected = try JSON(
            parsing: """
                {"feed": {"@xml:lang": "en", "title": "News", "atom:link": {"@href": "/x"},
                 "entry": [{"@id": "1", "title": "One"}, {"@id": "2", "#text": "two"}], "empty": ""}}
                """)
        #expect(try XMLTree(parsing: text).json() == expected)
        let single = try XMLTree(parsing: "<l><i>1</i></l>")
        #expect(single.json() == (try JSON(parsing: #"{"l": {"i": "1"}}"#)))
        #expect(single.json { $0 == ["l", "i"] } == (try JSON(parsing: #"{"l": {"i": ["1"]}}"#)))
    }

    @Test("no mutation of a document traps")
    func mutations() throws {
        let text = Array(
            #"<?xml version="1.0"?><a x:b='1' xmlns:x="u"><!-- c --><d>&amp;&#65;<![CDATA[e]]></d></a>"#.utf8)
        var generator = SeededGenerator(seed: 7)
        var read = 0
        for _ in 0..<5_000 {
            var changed = text
            for _ in 0...Int.random(in: 0..<3, using: &generator) {
                let index = Int.random(in: 0..<changed.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: changed.remove(at: index)
                case 1: changed[index] = UInt8.random(in: 0...255, using: &generator)
                default: changed.insert(changed[Int.random(in: 0..<changed.count, using: &generator)], at: index)
                }
            }
            do {
                _ = try XMLTree(parsing: changed)
                read += 1
            } catch { #expect(error.line >= 1 && error.column >= 1) }
        }
        #expect(read > 0)
    }
}

/// A generator with a reproducible sequence (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
