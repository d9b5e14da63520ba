import Conformance
enum Explanation { static func text(of check: Check, in suite: ContractSuite) -> String { "" } }
