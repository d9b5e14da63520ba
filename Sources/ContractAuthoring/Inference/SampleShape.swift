import Foundation
import JSONSchema

/// The combined shape of all samples at one place.
final class SampleShape {
    static let maximumDepth = 64
    private static let rememberedTexts = 64

    private(set) var count = 0
    private(set) var nulls = 0
    private(set) var booleans = 0
    private(set) var integers = 0
    private(set) var fractions = 0
    private(set) var leastNumber: JSONNumber?
    private(set) var greatestNumber: JSONNumber?
    private(set) var strings = 0
    private(set) var texts: [String] = []
    private(set) var hasMoreTexts = false
    private var seenTexts: Set<String> = []
    private(set) var formats = TextFormat.all
    private(set) var arrays = 0
    private(set) var element: SampleShape?
    private(set) var objects = 0
    private(set) var memberNames: [String] = []
    private(set) var members: [String: SampleShape] = [:]
    private(set) var isTooDeep = false
    /// The number of samples with statements, and the distinct statements.
    private(set) var statementCount = 0
    private(set) var distinctStatements: [JSONObject] = []
    private var empties = 0
    /// The number of dictionaries, and the shape of their values.
    private var dictionaryCount = 0
    private var dictionaryValueShape: SampleShape?

    convenience init(_ samples: some Sequence<JSON>) { self.init(samples.map { Sample($0) }) }

    convenience init(_ samples: [Sample]) {
        self.init()
        for sample in samples { add(sample.json, stating: sample.statement) }
    }

    func add(_ json: JSON, stating statement: SampleStatement? = nil, depth: Int = 0) {
        guard depth < Self.maximumDepth else {
            isTooDeep = true
            return
        }
        count += 1
        if let keywords = statement?.keywords, !json.isNull, !json.isPlaceholder {
            statementCount += 1
            if !distinctStatements.contains(keywords) { distinctStatements.append(keywords) }
        }
        switch json {
        case .null: nulls += 1
        case .bool: booleans += 1
        case .number(let number): add(number)
        case .string(let text): add(text)
        case .array(let elements):
            arrays += 1
            guard !elements.isEmpty, statement?.hasOpenElements != true else { return }
            element = element ?? SampleShape()
            for (index, value) in elements.enumerated() {
                let said = statement.flatMap { $0.elements.indices.contains(index) ? $0.elements[index] : nil }
                element?.add(value, stating: said, depth: depth + 1)
            }
        case .object(let object):
            objects += 1
            if object.isEmpty { empties += 1 }
            if statement?.isMap ?? object.isDictionary {
                dictionaryCount += 1
                dictionaryValueShape = dictionaryValueShape ?? SampleShape()
                for (key, value) in object {
                    dictionaryValueShape?.add(value, stating: statement?.members[key], depth: depth + 1)
                }
                if statement != nil { return }
            }
            for (key, value) in object {
                if members[key] == nil { memberNames.append(key) }
                let shape = members[key] ?? SampleShape()
                members[key] = shape
                shape.add(value, stating: statement?.members[key], depth: depth + 1)
            }
        }
    }

    private func add(_ number: JSONNumber) {
        if number.isWrittenAsInteger { integers += 1 } else { fractions += 1 }
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

    /// The shape of the values if every object is a dictionary.
    var dictionaryValues: SampleShape? {
        dictionaryCount > 0 && dictionaryCount + empties >= objects ? dictionaryValueShape : nil
    }

    /// Whether all samples except nulls are objects with properties, and there is at least one.
    var isObject: Bool { objects > 0 && objects + nulls == count && dictionaryValues == nil }

    var isArrayOfObjects: Bool {
        if objects > 0, objects + nulls == count { return dictionaryValues?.isObject ?? false }
        return arrays > 0 && arrays + nulls == count && element?.isObject ?? false
    }
}

extension JSONObject {
    /// Whether the keys are identifiers or dates instead of property names.
    fileprivate var isDictionary: Bool {
        !isEmpty && keys.allSatisfy { PathSegment.isIdentifier($0) || TextFormat.isDay($0) }
    }
}

extension JSON {
    /// Whether the value is a secret's placeholder, to which statements no longer apply.
    fileprivate var isPlaceholder: Bool { stringValue?.hasPrefix("{") ?? false }
}
