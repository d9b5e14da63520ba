import ContractFormat
import JSONSchema

/// A place in a model's JSON, with its schemas and map entries. Caches everything derived from them.
final class MappedPlace {
    /// The schemas of the place, including those of alternatives.
    let schemas: [SchemaView]
    private lazy var promise = NumberPromise(of: schemas)
    /// The schemas that apply to every value of the place.
    private let roots: [SchemaView]
    let model: MappedModel?
    /// The members that must be read, or `nil` if none must be.
    let reads: ModelContract.Reads?
    /// The models whose maps lead to this place. None of them is followed again for the same value.
    let followed: Set<String>
    private let paths: MapPaths
    /// The place of each element, if the values of several places form an array.
    private var elementPlace: MappedPlace?
    /// The place with the model of the value, or of each array element or dictionary value.
    private(set) var elementModel: MappedPlace?
    private var placesByStep: [Step: MappedPlace] = [:]
    private var plans: [ObjectIdentifier: PropertyPlan] = [:]

    /// Creates the place at which a model's map begins.
    ///
    /// - Parameter tags: paths of the members that distinguish variants, which payloads need not read.
    convenience init(
        _ model: ModelContract, tags: [[String]] = [], within outer: MappedPlace? = nil, followed: Set<String> = []
    ) {
        let tag = model.variants.map { [$0.discriminator.tokens] } ?? []
        // A property made of the whole value reads every member.
        let readsWholeValue = model.variants != nil || model.properties.contains { $0.pointer.tokens.isEmpty }
        let given = outer?.model?.properties ?? []
        let map = MappedModel(
            contract: model,
            properties: given + model.properties.filter { own in !given.contains { $0.path == own.path } })
        var paths = outer?.paths ?? MapPaths()
        paths.claimed +=
            (model.properties.map(\.pointer) + model.elementProperties.map(\.pointer) + model.checked.map(\.target))
            .map(\.tokens)
            + (tag + tags).flatMap { [$0, Array($0.prefix(1))] }
        paths.ignored += map.ignored
        paths.mapped += map.properties.map(\.names)
        paths.unread += model.unread.map(\.target.tokens)
        paths.addElements(model.elementProperties, of: model)
        // A schema in which the model is one of several alternatives describes the others too.
        let view = model.schema.view
        let around = (outer?.roots ?? []).filter { root in
            root.conjuncts.contains(view) || !root.describingSchemas.contains(view)
        }
        self.init(
            [view] + around, model: map, reads: readsWholeValue ? nil : model.reads,
            followed: followed.union([model.name]), paths)
    }

    private init(
        _ roots: [SchemaView], model: MappedModel? = nil, reads: ModelContract.Reads? = nil,
        followed: Set<String> = [], _ paths: MapPaths
    ) {
        self.roots = roots
        self.followed = followed
        self.model = model
        self.reads = reads
        self.paths = paths
        schemas = roots.flatMap(\.describingSchemas)
    }

    /// Creates a nested place, with its own map if the model maps properties of its elements.
    private convenience init(
        part roots: [SchemaView], reads: ModelContract.Reads?, followed: Set<String> = [], _ paths: MapPaths
    ) {
        let own = paths.elements.filter(\.container.isEmpty)
        guard let contract = own.first?.model else {
            self.init(roots, reads: reads, paths)
            return
        }
        let parts = PropertyContract.split(own.map(\.property))
        let map = MappedModel(contract: contract, properties: parts.own, isPart: true)
        var paths = paths
        paths.elements.removeAll(where: \.container.isEmpty)
        paths.mapped += map.properties.map(\.names)
        paths.addElements(parts.ofElements, of: contract)
        self.init(roots, model: map, reads: reads, followed: followed, paths)
    }

    /// A step from this place to another, or to the same place under another map.
    private enum Step: Hashable {
        case member(String), element(Int), pointer(JSONPointer), elementModel(String), model(String), variant(String)
        case property(String), payload(String)
    }

    private func cachedPlace(for step: Step, _ make: () -> MappedPlace) -> MappedPlace {
        if let known = placesByStep[step] { return known }
        let place = make()
        placesByStep[step] = place
        return place
    }

    func asModel(_ model: ModelContract, tags: [[String]]) -> MappedPlace {
        cachedPlace(for: .model(model.name)) { MappedPlace(model, tags: tags, within: self, followed: followed) }
    }

    func asVariant(_ model: ModelContract, tags: [[String]]) -> MappedPlace {
        if followed.contains(model.name) { return withoutModel }
        return cachedPlace(for: .variant(model.name)) { MappedPlace(model, tags: tags, followed: followed) }
    }

    /// Returns this place with the model of its value, elements or dictionary values.
    func withElements(_ model: MappedPlace) -> MappedPlace {
        cachedPlace(for: .elementModel(model.model?.contract.name ?? "")) {
            let place = MappedPlace(roots, reads: reads, followed: followed, paths)
            (place.elementPlace, place.elementModel) = (elementPlace, model)
            return place
        }
    }

    func member(_ name: String) -> MappedPlace {
        cachedPlace(for: .member(name)) {
            let place = MappedPlace(part: schemas.member(name), reads: reads, paths.below(name))
            return elementModel.map(place.withElements) ?? place
        }
    }

    /// Returns the place of a member that a property reads, with the map entries for the property's parts.
    private func member(_ name: String, of property: String) -> MappedPlace {
        let inner = paths.below(name, of: property)
        if inner.ignored.isEmpty, inner.mapped.isEmpty { return member(name) }
        return MappedPlace(schemas.member(name), reads: reads, inner)
    }

    /// Returns the place of an element. Elements with the same schemas share a place.
    func element(_ index: Int) -> MappedPlace {
        if let elementPlace { return elementModel.map(elementPlace.withElements) ?? elementPlace }
        let count = schemas.map { $0.json["prefixItems"]?.arrayValue?.count ?? 0 }.max() ?? 0
        let key = min(index, count)
        return cachedPlace(for: .element(key)) {
            var inner = paths.below("*")
            inner.ignored = paths.ignored
            let place = MappedPlace(part: schemas.compactMap { $0.element(key) }, reads: reads, inner)
            return elementModel.map(place.withElements) ?? place
        }
    }

    /// This place without its model's map and its required reads.
    private(set) lazy var withoutModel = MappedPlace(
        roots, followed: followed, MapPaths(claimed: paths.claimed, ignored: paths.ignored))

    /// Returns the place of a variant's payload. The enclosing map may name its labels: `"image.width": "/w"`.
    func payload(of name: String, at pointer: JSONPointer) -> MappedPlace {
        cachedPlace(for: .payload(name)) {
            let inner = place(at: pointer).withoutModel
            let labels = model?.contract.properties.compactMap { $0.below(name, at: pointer) } ?? []
            guard let contract = model?.contract, !labels.isEmpty else { return inner }
            var paths = inner.paths
            paths.elements = labels.map { ([], $0, contract) }
            return MappedPlace(part: inner.roots, reads: nil, followed: followed, paths)
        }
    }

    func place(at pointer: JSONPointer) -> MappedPlace {
        if pointer.tokens.isEmpty { return self }
        return cachedPlace(for: .pointer(pointer)) {
            var container: MappedPlace?
            let inner = pointer.tokens.reduce(self) { place, token in
                if token == "*", !place.names.contains(token) {
                    container = container ?? place
                    return place.isDictionary ? place.member(token) : place.element(0)
                }
                guard let index = Int(token), place.schemas.contains(where: { $0.element(index) != nil }) else {
                    return place.member(token)
                }
                return place.element(index)
            }
            guard let container else { return inner }
            let list = MappedPlace([], reads: reads, MapPaths())
            list.elementPlace = inner
            if container.schemaDefault == [] { list.schemaDefault = [] }
            return list
        }
    }

    func place(of property: PropertyContract) -> MappedPlace {
        cachedPlace(for: .property(property.path)) {
            let whole = property.pointer.tokens.isEmpty ? withoutModel : place(at: property.pointer)
            var inner = whole.paths
            inner.mapped = property.names.reduce(paths.mapped) { MapPaths.below($1, $0) }
            inner.ignored = property.names.reduce(paths.ignored) { MapPaths.below($1, $0) }
            if inner.mapped.isEmpty, inner.ignored.isEmpty, !property.isOfElements { return whole }
            let place = MappedPlace(whole.roots, reads: whole.reads, inner)
            // Without the list, there are no elements.
            if property.isOfElements { place.schemaDefault = [] }
            return place
        }
    }

    func accepts(_ json: JSON) -> Bool {
        elementPlace.map { (json.arrayValue ?? []).allSatisfy($0.accepts) } ?? compiled.allSatisfy { $0.accepts(json) }
    }

    private lazy var compiled = roots.compactMap(\.schema)

    func hasShape(_ json: JSON) -> Bool {
        elementPlace.map { (json.arrayValue ?? []).allSatisfy($0.hasShape) } ?? shapes.allSatisfy { $0.accepts(json) }
    }

    /// Whether the schemas promise all digits of an integer that a `Double` may not represent.
    func promisesDigits(of json: JSON) -> Bool {
        guard let number = json.numberValue, abs(number.doubleValue) >= 0x1p53 else { return false }
        return promise.isInteger && promise.covers(number)
    }

    private lazy var shapes = roots.compactMap { ShapeSchema.compiled($0, ignoresOptionalMembers: false) }

    /// Whether a cast to the Swift type of a schema's JSON type succeeds for a value.
    func isReadByCast(_ json: JSON) -> Bool {
        let elements = json.arrayValue ?? []
        guard elements.indices.allSatisfy({ element($0).isReadByCast(elements[$0]) }) else { return false }
        let object = json.foundation
        let types = schemas.compactMap { $0.json["type"] }.map(TypeSet.init(keyword:))
        if types.isEmpty { return hasShape(json) }
        return types.contains { type in
            object is String && type.contains(.string) || object is Bool && type.contains(.boolean)
                || object is Int && type.contains(.integer) || object is Double && type.contains(.fraction)
                || json.objectValue != nil && type.contains(.object)
                || json.arrayValue != nil && type.contains(.array)
        }
    }

    private(set) lazy var sample: JSON? =
        SchemaSampler(prefersText: true).values(of: roots).first { !$0.isNull && accepts($0) }

    /// The schema's default value.
    private(set) lazy var schemaDefault: JSON? = schemas.lazy.compactMap { $0.json["default"] }.first { !$0.isNull }

    private(set) lazy var isDictionary = schemas.describeDictionary

    private(set) lazy var listed: [JSON] = schemas.flatMap(\.listedValues)

    func lists(_ json: JSON) -> Bool { listed.contains(json) }

    /// Whether an enumeration case is listed by the schema and is not its default.
    func listsChoice(_ choice: JSON) -> Bool {
        listed.contains { $0.isSameChoice(as: choice) } && !(schemaDefault?.isSameChoice(as: choice) ?? false)
    }

    /// Whether an enumeration lacks a value: the schema rejects it, or lists other values of its type.
    func isUnknown(_ json: JSON) -> Bool {
        if holdsParts(json) { return json.children.contains { child($0.token, of: json).isUnknown($0.json) } }
        if listed.isEmpty { return !accepts(json) }
        return !lists(json) && listed.contains { TypeSet(of: $0) == TypeSet(of: json) }
    }

    /// Whether a value is an array, or an object whose members are the values of a dictionary.
    func holdsParts(_ json: JSON) -> Bool { json.arrayValue != nil || isDictionary && json.objectValue != nil }

    func child(_ token: String, of json: JSON) -> MappedPlace {
        json.arrayValue == nil ? member(token) : element(Int(token) ?? 0)
    }

    private(set) lazy var names: [String] = schemas.propertyNames

    /// The members that every value may have. Members of an alternative count only if null is the other one.
    private var certainNames: [String] {
        roots.flatMap(\.schemasOfNonNullValues).flatMap { $0.members("properties") }
            .filter { $0.view.json != false }.map(\.name)
    }

    func plan(of value: Any, _ properties: Reflection.Properties) -> PropertyPlan {
        let type = ObjectIdentifier(type(of: value))
        // A custom mirror may show other properties each time.
        if let plan = plans[type], plan.names.elementsEqual(properties.lazy.map(\.name)) { return plan }
        let plan = makePlan(properties, of: Swift.type(of: value))
        plans[type] = plan
        return plan
    }

    private func makePlan(_ properties: Reflection.Properties, of type: Any.Type) -> PropertyPlan {
        // Some platform types derive properties, such as the duration of a `DateInterval`.
        let derivesSome = PlatformType.contains(type)
        // A required member is known even if no schema describes it.
        let names = (names + schemas.requiredNames).distinct
        let propertyNames = properties.map(\.name)
        let spellings = propertyNames.map(MemberName.folded).counts
        var read = paths.read
        var readings: [PropertyPlan.Reading?] = []
        var problems: [ValueDifference] = []
        for (name, value) in properties {
            if paths.mapped.contains([name]) || paths.ignored.contains([name]) || Reflection.isFunction(value) {
                readings.append(nil)
                continue
            }
            let isMappedInParts = paths.mapped.contains { $0.first == name }
            let isOfLists = model?.properties.contains { $0.path.hasPrefix("\(name)[]") } ?? false
            // If several properties fold to one name, only the exact spelling matches the member.
            if !isOfLists, let member = MemberName.match(name, among: names),
                member == name || spellings[MemberName.folded(name)] == 1,
                !isMappedInParts || !self.member(member).names.isEmpty
            {
                read.insert(member)
                readings.append((member, self.member(member, of: name)))
                if paths.unread.contains([member]) { problems.append(readAlthoughUnread(member, by: name)) }
            } else if !isMappedInParts, let parts = group(value, beside: properties, names) {
                read.formUnion(parts)
                readings.append((nil, withoutModel))
            } else {
                readings.append(nil)
                if !isMappedInParts, !derivesSome { problems.append(.unmapped([name], of: type, in: model?.contract)) }
            }
        }
        let byName = Set(readings.compactMap { $0?.member })
        for pointer in unreadMembers(beside: read, partly: byName) {
            problems.append(
                ValueDifference(
                    rule: ModelRule.unread, pointer: pointer,
                    expected: "a stored property for '\(pointer.tokens.last ?? "")', or \"unread\": [\"\(pointer)\"]",
                    found: "none",
                    isAllowed: reads == .some || paths.unread.contains(pointer.tokens)))
        }
        for path in paths.ignored where path.count == 1 && !propertyNames.contains(path[0]) {
            let index = model?.contract.ignored.firstIndex { $0.text == path[0] }
            problems.append(
                ValueDifference(
                    rule: .unmapped, path: path, place: index.flatMap { model?.contract.ignored[$0].pointer },
                    message: "the contract ignores a property that does not exist:",
                    expected:
                        "a stored property '\(path[0])'\(Suggestion.text(for: path[0], among: propertyNames))",
                    found: "none"))
        }
        return PropertyPlan(names: propertyNames, readings: readings, problems: problems)
    }

    private func readAlthoughUnread(_ member: String, by name: String) -> ValueDifference {
        ValueDifference(
            rule: .unmapped, path: [name],
            place: model?.contract.unread.first { $0.target.tokens == [member] }?.pointer,
            message: "the contract calls '/\(member)' unread, but it is read by",
            expected: "no '/\(member)' in 'unread'", found: "a stored property")
    }

    /// Returns the members that no property reads, including those of objects that properties read in part.
    private func unreadMembers(beside read: Set<String>, partly byName: Set<String> = []) -> [JSONPointer] {
        let asked = reads == .all ? certainNames : reads == .some ? names : []
        let outer = asked.distinct.filter { !read.contains($0) }.map { JSONPointer(tokens: [$0]) }
        let isList = reads != nil && paths.read.contains("*")
        let parts = asked.isEmpty && !isList ? [] : paths.read.subtracting(byName).sorted()
        return outer
            + parts.filter { !paths.claimed.contains([$0]) }.flatMap { name in
                let inner = name == "*" && !names.contains(name) && !isDictionary ? element(0) : member(name)
                return inner.unreadMembers(beside: inner.paths.read).map { JSONPointer(tokens: [name] + $0.tokens) }
            }
    }

    /// Bounds classes that contain themselves.
    private static let deepestGroup = 4

    /// Returns the members that the parts of an unmatched property read, or `nil` if a part reads none or a taken one.
    private func group(
        _ value: Any, beside properties: Reflection.Properties, _ names: [String], depth: Int = 0
    ) -> [String]? {
        guard depth < Self.deepestGroup, let value = Reflection.unwrapped(value) else { return nil }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .struct || mirror.displayStyle == .class else { return nil }
        let beside = Set(properties.map(\.name).compactMap { MemberName.match($0, among: names) }).union(paths.read)
        let members = Reflection.properties(of: mirror).filter { !Reflection.isFunction($0.value) }.mapAll { part in
            MemberName.match(part.name, among: names).map { beside.contains($0) ? nil : [$0] }
                ?? group(part.value, beside: properties, names, depth: depth + 1)
        }
        return members.flatMap { $0.isEmpty ? nil : $0.flatMap(\.self) }
    }
}

extension JSON {
    func isSameChoice(as other: JSON) -> Bool {
        guard let one = stringValue, let other = other.stringValue else { return self == other }
        return MemberName.folded(one) == MemberName.folded(other)
    }
}
