/// A contract with its recordings and bindings, before any code under test runs.
package enum ContractRule: String, RuleFamily {
    case fault = "contract.fault"
}
