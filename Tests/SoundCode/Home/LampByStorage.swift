import ContractChecking
import Foundation
import Testing

/// A value with copy-on-write storage.
private struct Lamp: Decodable {
    private final class Storage {
        let id: Int
        var name: String
        var level: Int

        init(id: Int, name: String, level: Int) {
            self.id = id
            self.name = name
            self.level = level
        }
    }

    private var storage: Storage

    var level: Int {
        get { storage.level }
        set {
            if !isKnownUniquelyReferenced(&storage) {
                storage = Storage(id: storage.id, name: storage.name, level: storage.level)
            }
            storage.level = newValue
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        storage = Storage(
            id: try container.decode(Int.self, forKey: .id), name: try container.decode(String.self, forKey: .name),
            level: try container.decode(Int.self, forKey: .level))
    }

    enum CodingKeys: CodingKey { case id, name, level }
}

/// Twin: limits the level to the slider's maximum.
private struct DimmedLamp: Decodable {
    private var lamp: Lamp

    init(from decoder: any Decoder) throws {
        lamp = try Lamp(from: decoder)
        lamp.level = min(lamp.level, 100)
    }
}

extension SoundCode {
    @Test func lampByStorage() async {
        await compare("home", finds: Fault("model.wrong-value", at: "/models/Lamp/schema/properties/level")) {
            Model("Lamp", decoding: Lamp.self)
        } twin: {
            Model("Lamp", decoding: DimmedLamp.self)
        }
    }
}
