import ContractFormat
import JSONSchema

struct ModelMap: Sendable {
    struct Row: Sendable, Hashable {
        /// The path of the member, with `*` for array elements and dictionary values.
        let member: String
        let property: String
        let details: String
        var isAutomatic = false
    }

    private static let deepest = 8

    private(set) var rows: [Row] = []
    private let model: ModelContract
    private var all: [PropertyContract] { model.properties + model.elementProperties }

    init(of model: ModelContract) {
        self.model = model
        visit(.root, path: "", [model.schema.view], depth: 0)
        for property in all where !rows.contains(where: { $0.property == property.path }) {
            rows.append(Self.row(property))
        }
    }

    private mutating func visit(_ pointer: JSONPointer, path: String, _ roots: [SchemaView], depth: Int) {
        guard depth < Self.deepest else { return }
        let schemas = roots.flatMap(\.describingSchemas)
        for (name, members) in schemas.flatMap({ $0.members("properties") }).grouped(by: \.name) {
            let place = pointer.appending(name)
            if model.unread.contains(where: { $0.target == place }) { continue }
            if model.checked.contains(where: { $0.target == place }) {
                rows.append(Row(member: "\(place)", property: "-", details: "checked"))
                continue
            }
            let views = members.map(\.view)
            let mapped = all.filter { $0.pointer == place }
            rows += mapped.map(Self.row)
            // A place read as a whole by another model is mapped there.
            if mapped.contains(where: { $0.model != nil }) { continue }
            let inner = path + MemberName.camelCase(name)
            let partly = model.properties.contains {
                $0.pointer.tokens.starts(with: place.tokens) && $0.pointer != place
            }
            if place == model.variants?.discriminator {
                rows.append(Row(member: "\(place)", property: "-", details: "names the variant"))
                continue
            }
            if mapped.isEmpty, !partly {
                rows.append(Row(member: "\(place)", property: inner, details: "", isAutomatic: true))
            }
            // A nested model of the contract has its own map.
            if !views.contains(where: \.refersToModel) || partly {
                descend(place, path: mapped.first?.path ?? inner, views, depth: depth + 1)
            }
        }
    }

    private mutating func descend(_ pointer: JSONPointer, path: String, _ views: [SchemaView], depth: Int) {
        visit(pointer, path: path + ".", views, depth: depth)
        let schemas = views.flatMap(\.describingSchemas)
        let elements = schemas.compactMap { $0.element(0) } + schemas.compactMap { $0.child("additionalProperties") }
        if !elements.isEmpty, !elements.contains(where: \.refersToModel) {
            visit(pointer.appending("*"), path: path + "[].", elements, depth: depth)
        }
    }

    private static func row(_ property: PropertyContract) -> Row {
        var details: [String] = []
        switch property.conversion {
        case .standard(let standard)?: details.append("as \(standard.rawValue)")
        case .pattern(let pattern)?: details.append("as a date '\(pattern.pattern)' in \(pattern.zone)")
        case .cases(let names)?:
            details.append(
                "cases \(names.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))")
        case .named(let name)?: details.append("as \(name.text), of the binding")
        case nil: break
        }
        if let model = property.model { details.append("by the model '\(model.text)'") }
        if let otherwise = property.otherwise { details.append("otherwise \(otherwise.text(.compact))") }
        if let missing = property.missing, missing == property.null {
            details.append("absent \(missing.text(.compact))")
        } else {
            if let missing = property.missing { details.append("missing \(missing.text(.compact))") }
            if let null = property.null { details.append("null \(null.text(.compact))") }
        }
        if property.isLossy { details.append("lossy") }
        if property.order == .any { details.append("in any order") }
        return Row(member: "\(property.pointer)", property: property.path, details: details.joined(separator: ", "))
    }
}

extension SchemaView {
    fileprivate var refersToModel: Bool {
        target.map { view in
            view.document === document && view.pointer.tokens.count == 3
                && view.pointer.tokens.first == ContractKeys.Service.models.rawValue
        } ?? false
    }
}
