import ContractChecking
import Foundation
import Testing

private struct LyricLine: Decodable {
    let milliseconds: Int
    let text: String

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        milliseconds = try container.decode(Int.self)
        text = try container.decode(String.self)
    }
}

private struct Lyrics: Decodable {
    let language: String
    var lines: [LyricLine]
}

/// Twin: drops lines without words.
private func withoutEmptyLines(_ data: Data) throws -> Lyrics {
    var lyrics = try JSONDecoder().decode(Lyrics.self, from: data)
    lyrics.lines.removeAll(where: \.text.isEmpty)
    return lyrics
}

extension SoundCode {
    @Test func lyricsOfPairs() async {
        await compare("music", finds: Fault("model.wrong-value", at: "/models/Lyrics/properties/lines")) {
            Model("Lyrics", decoding: Lyrics.self)
            Model("LyricLine", decoding: LyricLine.self)
        } twin: {
            Model("Lyrics", data: withoutEmptyLines)
            Model("LyricLine", decoding: LyricLine.self)
        }
    }
}
