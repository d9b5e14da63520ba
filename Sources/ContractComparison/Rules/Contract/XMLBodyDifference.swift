import HTTPRecording

struct XMLBodyDifference {
    /// A path such as `/order/@id`.
    let path: String
    let old: String?
    let new: String?
    /// The text of a new node, or `nil` for an element with attributes or children.
    var text: String?

    static func all(from old: XMLTree, to new: XMLTree) -> [XMLBodyDifference] {
        guard old.root.name == new.root.name else {
            return [XMLBodyDifference(path: "/", old: name(old.root), new: name(new.root))]
        }
        return differences(old.root, new.root, "/\(new.root.written)")
    }

    private static func name(_ root: XMLTree.Element) -> String {
        "<\(root.written)>" + (root.name.namespace.map { " (\($0))" } ?? "")
    }

    private static func differences(
        _ old: XMLTree.Element, _ new: XMLTree.Element, _ path: String
    ) -> [XMLBodyDifference] {
        attributes(old, new, path)
            + (old.text == new.text ? [] : [XMLBodyDifference(path: path, old: old.text, new: new.text)])
            + children(old, new, path)
    }

    private static func attributes(
        _ old: XMLTree.Element, _ new: XMLTree.Element, _ path: String
    ) -> [XMLBodyDifference] {
        let gone = old.attributes.filter { one in !new.attributes.contains { $0.name == one.name } }
        return new.attributes.compactMap { attribute in
            let before = old.attributes.first { $0.name == attribute.name }?.value
            if before == attribute.value { return nil }
            return XMLBodyDifference(
                path: "\(path)/@\(attribute.written)", old: before, new: attribute.value, text: attribute.value)
        } + gone.map { XMLBodyDifference(path: "\(path)/@\($0.written)", old: $0.value, new: nil) }
    }

    /// Compares elements of the same name in order of occurrence.
    private static func children(
        _ old: XMLTree.Element, _ new: XMLTree.Element, _ path: String
    ) -> [XMLBodyDifference] {
        var rest = Array(old.elements.enumerated())
        var differences: [XMLBodyDifference] = []
        /// The old positions of the elements on both sides.
        var positions: [Int] = []
        for child in new.elements {
            let place = "\(path)/\(child.written)"
            guard let index = rest.firstIndex(where: { $0.element.name == child.name }) else {
                let isText = child.attributes.isEmpty && child.elements.isEmpty
                differences.append(
                    XMLBodyDifference(path: place, old: nil, new: "<\(child.written)>", text: isText ? child.text : nil)
                )
                continue
            }
            let (position, former) = rest.remove(at: index)
            positions.append(position)
            differences += self.differences(former, child, place)
        }
        differences += rest.map {
            XMLBodyDifference(path: "\(path)/\($0.element.written)", old: "<\($0.element.written)>", new: nil)
        }
        let before = positions.sorted()
        if before != positions {
            let names = [before.map { old.elements[$0] }, new.elements].map {
                $0.map { "<\($0.written)>" }.joined(separator: " ")
            }
            differences.append(XMLBodyDifference(path: path, old: names[0], new: names[1]))
        }
        return differences
    }
}
