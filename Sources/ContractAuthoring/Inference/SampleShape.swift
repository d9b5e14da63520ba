import Foundation
import JSONSchema

/// The common shape of all samples of one place: their types, members, numbers and texts.
final class SampleShape {
    /// Objects and arrays nested deeper than this are not looked into.
    static let maximumDepth = 64
    /// Texts are remembered up to this number of different ones, for enumerations.
    private static let rememberedTexts = 64

    /// A member of an object, and in how many of the objects it was.
    struct Member {
        var shape: SampleShape
        var count: Int
    }

    private(set) var count = 0
    private(set) var nulls = 0
    private(set) var booleans = 0
    private(set) var integers = 0
    private(set) var fractions = 0
    private(set) var leastNumber: JSONNumber?
    private(set) var greatestNumber: JSONNumber?
    private(set) var strings = 0
    /// Different texts in the order they were seen, as far as they are remembered.
    private(set) var texts: [String] = []
    private(set) var hasMoreTexts = false
    private var seenTexts: Set<String> = []
    private(set) var formats = TextFormat.all
    private(set) var arrays = 0
    private(set) var element: SampleShape?
    private(set) var objects = 0
    private(set) var memberNames: [String] = []
    private(set) var members: [String: Member] = [:]
    private(set) var isTooDeep = false
    /// The number of samples with statements; then the statements, each once.
    private(set) var stated = 0
    private(set) var statements: [JSONObject] = []
    /// The number of objects without members.
    private var empties = 0
    /// The number of objects that are dictionaries; then the shape of their values.
    private var maps = 0
    private var mapped: SampleShape?

    convenience init(_ samples: some Sequence<JSON>) { self.init(samples.map { Sample($0) }) }

    /// The shape of samples of which their source says something.
    convenience init(_ samples: [Sample]) {
        self.init()
        for sample in samples { add(sample.json, stating: sample.statement) }
    }

    /// Takes one more sample into account.
    func add(_ json: JSON, stating statement: SampleStatement? = nil, depth: Int = 0) {
        guard depth < Self.maximumDepth else {
            isTooDeep = true
            return
        }
        count += 1
        if let keywords = statement?.keywords, !json.isNull, !json.isPlaceholder {
            stated += 1
            if !statements.contains(keywords) { statements.append(keywords) }
        }
        switch json {
        case .null: nulls += 1
        case .bool: booleans += 1
        case .number(let number): add(number)
        case .string(let text): add(text)
        case .array(let elements):
            arrays += 1
            guard !elements.isEmpty, statement?.hasOpenElements != true else { return }
            let shape = element ?? SampleShape()
            element = shape
            for (index, element) in elements.enumerated() {
                let said = statement.flatMap { $0.elements.indices.contains(index) ? $0.elements[index] : nil }
                shape.add(element, stating: said, depth: depth + 1)
            }
        case .object(let object):
            objects += 1
            if object.isEmpty { empties += 1 }
            if statement?.isMap ?? object.isDictionary {
                maps += 1
                let shape = mapped ?? SampleShape()
                mapped = shape
                for (key, value) in object { shape.add(value, stating: statement?.members[key], depth: depth + 1) }
                if statement != nil { return }
            }
            for (key, value) in object {
                if members[key] == nil { memberNames.append(key) }
                let shape = members[key]?.shape ?? SampleShape()
                members[key] = Member(shape: shape, count: (members[key]?.count ?? 0) + 1)
                shape.add(value, stating: statement?.members[key], depth: depth + 1)
            }
        }
    }

    private func add(_ number: JSONNumber) {
        if number.isWrittenWhole { integers += 1 } else { fractions += 1 }
        leastNumber = leastNumber.map { min($0, number) } ?? number
        greatestNumber = greatestNumber.map { max($0, number) } ?? number
    }

    private func add(_ text: String) {
        strings += 1
        if !formats.isEmpty { formats = formats.filter { $0.matches(text) } }
        guard !seenTexts.contains(text) else { return }
        guard texts.count < Self.rememberedTexts, text.utf8.count <= 200 else {
            hasMoreTexts = true
            return
        }
        seenTexts.insert(text)
        texts.append(text)
    }

    /// The shape of the values, where every object is a dictionary.
    var dictionaryValues: SampleShape? {
        maps > 0 && maps + empties >= objects ? mapped : nil
    }

    /// Whether every sample that is not null is an object with properties, and there is one.
    var isObject: Bool { objects > 0 && objects + nulls == count && dictionaryValues == nil }

    /// Whether every sample that is not null is an array or a dictionary, and every element an object.
    var isArrayOfObjects: Bool {
        if objects > 0, objects + nulls == count { return dictionaryValues?.isObject ?? false }
        return arrays > 0 && arrays + nulls == count && element?.isObject ?? false
    }
}

extension JSONObject {
    /// Whether the keys are identifiers or dates, which name no properties.
    fileprivate var isDictionary: Bool {
        !isEmpty && keys.allSatisfy { PathSegment.isIdentifier($0) || TextFormat.isDay($0) }
    }
}

extension JSON {
    /// Whether it is the stand-in of a secret, of which no statement holds any more.
    fileprivate var isPlaceholder: Bool { stringValue?.hasPrefix("{") ?? false }
}

extension JSONNumber {
    /// Whether the text was an integer: `98.0` says that a fraction is possible there.
    fileprivate var isWrittenWhole: Bool {
        guard isInteger, let bridged = JSON.number(self).foundation as? NSNumber else { return false }
        return UInt8(bitPattern: bridged.objCType.pointee) != UInt8(ascii: "d")
            || bridged is NSDecimalNumber
    }
}
