import ContractChecking
import Foundation
import Testing

private struct Sample: Decodable {
    let time: Date
    let beats: Int

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        time = try container.decode(Date.self)
        beats = try container.decode(Int.self)
    }
}

private struct Pulse: Decodable {
    let resting: Int?
    var samples: [Sample]
}

@Sendable private func unixDecoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    return decoder
}

extension SoundCode {
    /// Twin: keeps the decoder's default dates, seconds since 2001.
    @Test func pulseSamples() async {
        await compare(
            "fitness", finds: Fault("model.wrong-value", at: "/models/PulseSample/properties/time"),
            Fault("model.wrong-value", at: "/models/Pulse/properties/samples")
        ) {
            Model("Pulse", decoding: Pulse.self, decoder: unixDecoder)
            Model("PulseSample", decoding: Sample.self, decoder: unixDecoder)
        } twin: {
            Model("Pulse", decoding: Pulse.self)
            Model("PulseSample", decoding: Sample.self)
        }
    }

    /// Twin: drops every other sample.
    @Test func pulseThinned() async {
        await compare("fitness", finds: Fault("model.wrong-value", at: "/models/Pulse/properties/samples")) {
            Model("Pulse", decoding: Pulse.self, decoder: unixDecoder)
        } twin: {
            Model(
                "Pulse",
                data: { data in
                    var pulse = try unixDecoder().decode(Pulse.self, from: data)
                    let kept = pulse.samples.enumerated().filter { $0.offset.isMultiple(of: 2) }
                    pulse.samples = kept.map(\.element)
                    return pulse
                })
        }
    }
}
