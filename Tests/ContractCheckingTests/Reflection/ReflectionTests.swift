import ContractChecking
import Foundation
import JSONSchema
import NotesFixture
import Testing

struct ReflectionTests {
    enum Suit: String { case cups }
    enum Shape {
        case point
        case circle(radius: Double)
    }
    class Base { let id = 1 }
    class Derived: Base { let name = "a" }
    struct All {
        let text = "é"
        let whole = 7
        let fraction = 22.5
        let flag = true
        let none: Int? = nil
        let some: Int?? = 3
        let list = [1, 2]
        let names = ["b": 1, "a": 2]
        let tags: Set = ["y", "x"]
        let when = Date(timeIntervalSince1970: 0)
        let moment = Date(timeIntervalSince1970: 1.5)
        let url = URL(string: "https://example.com/a")
        let bytes = Data([1, 2, 3])
        let suit = Suit.cups
        let shape = Shape.circle(radius: 2)
        let point = Shape.point
        let pair = (x: 1, y: 2)
        lazy var later = 5
    }

    @Test func reflectsEveryKindOfValue() throws {
        let expected = try JSON(
            parsing: """
                {"text":"é","whole":7,"fraction":22.5,"flag":true,"none":null,"some":3,"list":[1,2],"names":{"a":2,"b":1},
                "tags":["x","y"],"when":"1970-01-01T00:00:00Z","moment":"1970-01-01T00:00:01.500Z",
                "url":"https://example.com/a","bytes":"AQID","suit":"cups","shape":{"circle":{"radius":2}},"point":"point",
                "pair":{"x":1,"y":2}}
                """)
        #expect(Reflection.json(of: All()) == expected)
    }

    @Test func reflectsASuperclassFirstAndVoidAsNull() {
        #expect(Reflection.json(of: Derived()) == ["id": 1, "name": "a"])
        #expect(Reflection.json(of: ()) == .null)
        #expect(Reflection.json(of: [Int]()) == [])
    }

    @Test func endsAtACycle() {
        final class Node { var next: Node? }
        let node = Node()
        node.next = node
        #expect(Reflection.json(of: node).text().count < 2000)
        node.next = nil
    }
}
