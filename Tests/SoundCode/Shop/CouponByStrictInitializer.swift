import ContractChecking
import Foundation
import Testing

/// A model that rejects everything the shop would reject.
private struct Coupon {
    let code: String
    let percent: Int
    let note: String?

    init?(json: [String: Any], upTo limit: Int = 100) {
        guard let code = json["code"] as? String, !code.isEmpty else { return nil }
        guard let number = json["percent"] as? NSNumber, String(cString: number.objCType) != "c" else { return nil }
        guard let percent = Int(exactly: number.doubleValue), (1...limit).contains(percent) else { return nil }
        let note = json["note"] ?? NSNull()
        guard note is String || note is NSNull else { return nil }
        self.code = code
        self.percent = percent
        self.note = note as? String
    }
}

extension SoundCode {
    /// Twin: accepts at most 99 percent.
    @Test func couponByStrictInitializer() async {
        await compare(
            "shop", finds: Fault("model.false-reject", at: "/models/Coupon/schema/properties/percent")
        ) {
            Model("Coupon") { Coupon(json: $0) }
        } twin: {
            Model("Coupon") { Coupon(json: $0, upTo: 99) }
        }
    }
}
