import ContractChecking
import Foundation
import Testing

/// A scene with its rooms sorted by name.
private struct Scene: Decodable {
    let name: String
    let levels: [(room: String, level: Int)]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        levels = try container.decode([String: Int].self, forKey: .levels).sorted { $0.key < $1.key }
            .map { (room: $0.key, level: $0.value) }
    }

    enum CodingKeys: CodingKey { case name, levels }
}

/// Twin: drops rooms that are off.
private struct LitScene: Decodable {
    let name: String
    let levels: [(room: String, level: Int)]

    init(from decoder: any Decoder) throws {
        let scene = try Scene(from: decoder)
        name = scene.name
        levels = scene.levels.filter { $0.level > 0 }
    }
}

extension SoundCode {
    @Test func scenesAsPairs() async {
        await compare("home", finds: Fault("model.wrong-value", at: "/models/Scene/schema/properties/levels")) {
            Model("Scene", decoding: Scene.self)
        } twin: {
            Model("Scene", decoding: LitScene.self)
        }
    }
}
