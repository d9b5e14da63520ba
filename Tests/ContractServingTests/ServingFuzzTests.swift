#if os(macOS) || os(Linux)
    import ContractServing
    import Foundation
    import JSONSchema
    import RawHTTPClient
    import Testing

    /// Fuzzing of the contract server: for any bytes it responds or closes the connection, and keeps serving.
    ///
    /// `CONTRACT_FUZZ_INPUTS` sets the number of messages (default 2,000), `CONTRACT_FUZZ_SEED` the start of the random
    /// sequence.
    struct ServingFuzzTests {
        private static let seeds = [
            "GET /books/1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer x\r\n\r\n",
            "GET /shelf?room=a%20b&limit=3 HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:1\r\n\r\n",
            "POST /loans HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n"
                + #"{"book":1,"days":14}"#,
            "POST /session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked"
                + "\r\n\r\n23\r\n{\"name\":\"ada\",\"password\":\"sesame!\"}\r\n0\r\n\r\n",
            "DELETE /loans/L1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "OPTIONS /loans HTTP/1.1\r\nHost: localhost\r\nOrigin: http://a\r\nAccess-Control-Request-Method: POST\r\n\r\n",
            "GET /_contracts HTTP/1.1\r\nHost: localhost\r\n\r\n", "HEAD /loans HTTP/1.0\r\n\r\n",
        ].map { Array($0.utf8) }

        private static let tokens = [
            "%00", "%FF", "%", "..", "{", "}", "\r\n", "\u{0}", "é", "/", "?", "&", "=", ":", " ", "{env:X}", "1e999",
            "null", "[]", "\"", "Content-Length: 5\r\n", "<script>", "-1", "99999999999999999999",
        ].map { Array($0.utf8) }

        @Test func survivesArbitraryBytes() throws {
            func setting(_ name: String, otherwise: Int) -> Int {
                ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? otherwise
            }
            let server = ContractServer(try Library().served())
            let port = try server.start()
            defer { server.stop() }
            let count = min(setting("CONTRACT_FUZZ_INPUTS", otherwise: 2_000), 100_000)
            let seed = UInt64(setting("CONTRACT_FUZZ_SEED", otherwise: 1))
            var answered = 0
            for number in 0..<count {
                // Each message has its own seed, so that it can be reproduced alone.
                var random = SplitMixGenerator(state: seed &+ UInt64(number))
                let message = Self.message(&random)
                let client = try RawClient(port: port)
                do {
                    try client.send(message)
                    client.endWriting()
                    if try !client.readToEnd().isEmpty { answered += 1 }
                } catch is RawClient.Failure {
                    continue  // A reset is a valid response to an invalid request.
                }
            }
            print("fuzz: serving: \(count) messages from seed \(seed), \(answered) answered")
            #expect(answered > count / 2)
            // Some messages sign in, so the server must still respond to a valid request.
            #expect(try ask(port, "GET", "/shelf").status == 200)
        }

        private static func message(_ random: inout SplitMixGenerator) -> [UInt8] {
            var bytes = seeds[Int.random(in: seeds.indices, using: &random)]
            for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: tokens[Int.random(in: tokens.indices, using: &random)], at: place)
                case 3: bytes.removeSubrange(place...)
                default: bytes.insert(contentsOf: bytes[..<place], at: place)
                }
            }
            return bytes
        }
    }

    /// The SplitMix generator of Steele, Lea and Flood (2014).
    private struct SplitMixGenerator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }
#endif
