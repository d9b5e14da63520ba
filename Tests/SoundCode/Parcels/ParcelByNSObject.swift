import ContractChecking
import Foundation
import Testing

private struct Size {
    let width, height: Double

    init?(_ any: Any?) {
        guard let json = any as? [String: Any], let width = json["width"] as? Double,
            let height = json["height"] as? Double
        else { return nil }
        (self.width, self.height) = (width, height)
    }
}

private class Parcel: NSObject {
    let number: String
    let grams: Int
    let size: Size
    let signed: Bool?

    init?(dictionary: [String: Any]) {
        guard let number = dictionary["number"] as? String, let grams = dictionary["grams"] as? Int,
            let size = Size(dictionary["size"])
        else { return nil }
        (self.number, self.grams, self.size) = (number, grams, size)
        signed = dictionary["signed"] as? Bool
        super.init()
    }

    override var description: String { "\(number) of \(grams) g" }
}

/// Twin: truncates the weight to 32 bits, the width of the database column.
private final class StoredParcel: NSObject {
    let number: String
    let grams: Int32
    let size: Size
    let signed: Bool?

    init?(dictionary: [String: Any]) {
        guard let parcel = Parcel(dictionary: dictionary) else { return nil }
        (number, size, signed) = (parcel.number, parcel.size, parcel.signed)
        grams = Int32(truncatingIfNeeded: parcel.grams)
        super.init()
    }
}

extension SoundCode {
    @Test func parcelByNSObject() async {
        await compare("parcels", finds: Fault("model.wrong-value", at: "/models/Parcel/schema/properties/grams")) {
            Model("Parcel", Parcel.init(dictionary:))
        } twin: {
            Model("Parcel", StoredParcel.init(dictionary:))
        }
    }
}
