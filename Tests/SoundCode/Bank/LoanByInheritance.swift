import ContractChecking
import Testing

private class Product: Decodable {
    let id: String
    let name: String
}

private final class Loan: Product {
    let rate: Double
    let months: Int

    private enum CodingKeys: CodingKey { case terms }
    private enum TermKeys: CodingKey { case rate, months }

    required init(from decoder: any Decoder) throws {
        let terms = try decoder.container(keyedBy: CodingKeys.self)
            .nestedContainer(keyedBy: TermKeys.self, forKey: .terms)
        rate = try terms.decode(Double.self, forKey: .rate)
        months = try terms.decode(Int.self, forKey: .months)
        try super.init(from: decoder)
    }
}

/// Twin: decodes the rate as an integer.
private final class RoundLoan: Product {
    let rate: Double
    let months: Int

    private enum CodingKeys: CodingKey { case terms }
    private enum TermKeys: CodingKey { case rate, months }

    required init(from decoder: any Decoder) throws {
        let terms = try decoder.container(keyedBy: CodingKeys.self)
            .nestedContainer(keyedBy: TermKeys.self, forKey: .terms)
        rate = Double(try terms.decode(Int.self, forKey: .rate))
        months = try terms.decode(Int.self, forKey: .months)
        try super.init(from: decoder)
    }
}

extension SoundCode {
    @Test func loanByInheritance() async {
        await compare(
            "bank", finds: Fault("model.false-reject", at: "/models/Loan/schema/properties/terms/properties/rate")
        ) {
            Model("Loan", decoding: Loan.self)
        } twin: {
            Model("Loan", decoding: RoundLoan.self)
        }
    }
}
