import ContractChecking
import Testing

private struct Skipped: Decodable {}

@propertyWrapper
private struct LossyArray<Element: Decodable>: Decodable {
    var wrappedValue: [Element]

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var elements: [Element] = []
        while !container.isAtEnd {
            do { elements.append(try container.decode(Element.self)) } catch { _ = try? container.decode(Skipped.self) }
        }
        wrappedValue = elements
    }
}

private struct Entry: Decodable, Hashable {
    let id: Int
    let text: String
}

private struct Feed: Decodable {
    let name: String
    @LossyArray var entries: [Entry]
}

/// Twin: stops at the first bad element.
private struct CutFeed: Decodable {
    let name: String
    let entries: [Entry]

    enum CodingKeys: CodingKey { case name, entries }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        var rows = try container.nestedUnkeyedContainer(forKey: .entries)
        var entries: [Entry] = []
        while !rows.isAtEnd, let entry = try? rows.decode(Entry.self) { entries.append(entry) }
        self.entries = entries
    }
}

extension SoundCode {
    @Test func feedByLossyArray() async {
        await compare("forum", finds: Fault("model.wrong-value", at: "/models/Feed/properties/entries")) {
            Model("Feed", decoding: Feed.self)
        } twin: {
            Model("Feed", decoding: CutFeed.self)
        }
    }
}
