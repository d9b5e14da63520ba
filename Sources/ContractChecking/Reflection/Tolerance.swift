import ContractFormat
import JSONSchema

/// What a property holds where its promise of tolerance decides, in place of what the JSON says.
enum ToleratedValue {
    /// An element of an array.
    enum Element {
        case known(JSON)
        /// What stands for one that is not in the enumeration, as reflected.
        case unknown(JSON)

        var json: JSON {
            switch self {
            case .known(let json), .unknown(let json): json
            }
        }
    }

    /// What stands for a value that is missing, null or not in the enumeration, as reflected.
    case value(JSON)
    case elements([Element])
    /// The elements that the schema accepts; open where others are only out of bounds, so that they may stay as well.
    case kept([JSON], isOpen: Bool)
}

extension PropertyContract {
    /// Whether it promises to take more than its schema accepts.
    var isTolerant: Bool { absent != nil || otherwise != nil || isLossy }

    /// What the property holds of a value; `nil` where no promise concerns it.
    func tolerated(_ json: JSON?, at place: MappedPlace) -> ToleratedValue? {
        guard isTolerant else { return nil }
        guard let json, !json.isNull else { return absent.map(ToleratedValue.value) }
        if isLossy, let elements = json.arrayValue {
            let isGood = elements.enumerated().map { place.element($0).accepts($1) }
            guard isGood.contains(false) else { return nil }
            let isOpen = elements.indices.contains { !isGood[$0] && place.element($0).hasShape(elements[$0]) }
            return .kept(elements.indices.filter { isGood[$0] }.map { elements[$0] }, isOpen: isOpen)
        }
        // What has another JSON type is no unknown value but a wrong one.
        guard let otherwise, !place.accepts(json), place.hasShape(json) else { return nil }
        guard let elements = json.arrayValue else { return .value(otherwise) }
        return .elements(
            elements.enumerated().map { place.element($0).accepts($1) ? .known($1) : .unknown(otherwise) })
    }

    /// A value that the schema accepts in place of one that the property tolerates; `nil` where it tolerates none.
    func repaired(_ json: JSON?, at place: MappedPlace, _ isOpen: inout Bool) -> JSON? {
        switch tolerated(json, at: place) {
        case nil: return nil
        case .value?: return place.sample
        case .elements(let elements)?:
            return .array(
                elements.enumerated().compactMap { index, element in
                    switch element {
                    case .known(let json): json
                    case .unknown: place.element(index).sample
                    }
                })
        case .kept(let elements, let open)?:
            isOpen = isOpen || open
            return .array(elements)
        }
    }
}
