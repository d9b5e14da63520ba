import ContractChecking
import Testing

/// Payloads of variants. A variant need not repeat what its payload's model tolerates.
struct PayloadToleranceTests {
    @Test func toleratesAsThePayloadOfAVariantWhatTheModelTolerates() async throws {
        struct Refund {
            let id: String
            let reason: String

            init?(json: [String: Any]) {
                guard let id = json["id"] as? String, let reason = json["reason"] as? String else { return nil }
                (self.id, self.reason) = (id, ["late", "broken"].contains(reason) ? reason : "other")
            }
        }
        struct Buyer {
            let name: String

            init?(json: [String: Any]) {
                guard let name = json["name"] as? String else { return nil }
                self.name = name
            }
        }
        enum Notice { case refund(Refund), buyer(Buyer) }
        func branch(_ tag: String, _ model: String) -> String {
            """
            {"type":"object","required":["type","data"],"properties":{"type":{"const":"\(tag)"},
            "data":{"$ref":"#/models/\(model)/schema"}}}
            """
        }
        let refund = #"{"id":"r1","reason":"late"}"#
        let trial = ModelTrial(
            models: """
                "Refund":{"schema":{"type":"object","required":["id","reason"],"properties":{"id":{"type":"string"},
                "reason":{"enum":["late","broken"]}}},"properties":{"reason":{"otherwise":"other"}},"examples":[\(refund)]},
                "Buyer":{"schema":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}},
                "examples":[{"name":"Ada"}]},
                "Notice":{"schema":{"oneOf":[\(branch("refund", "Refund")),\(branch("buyer", "Buyer"))]},
                "discriminator":"/type","variants":{"refund":{"model":"Refund","pointer":"/data"},
                "buyer":{"model":"Buyer","pointer":"/data"}},
                "examples":[{"type":"refund","data":\(refund)},{"type":"buyer","data":{"name":"Ada"}}]}
                """)
        let found = try await trial.findings {
            Model("Refund", Refund.init(json:))
            Model("Buyer", Buyer.init(json:))
            Model("Notice") { (json: [String: Any]) -> Notice? in
                guard let data = json["data"] as? [String: Any] else { return nil }
                switch json["type"] as? String {
                case "refund": return Refund(json: data).map(Notice.refund)
                case "buyer": return Buyer(json: data).map(Notice.buyer)
                default: return nil
                }
            }
        }
        #expect(found == [])
    }
}
