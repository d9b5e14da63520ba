import ContractChecking
import ContractFormat
import ContractReporting

enum MapText {
    static func text(of globs: [String], in services: [LoadedService]) throws -> String {
        let models = services.flatMap { service in
            (service.contract?.models ?? []).map { (name: "\(service.name)/\($0.name)", model: $0) }
        }
        try SelectionOptions.check(
            globs, among: models.map(\.name), "model",
            otherwise: models.isEmpty ? "models are named SERVICE/MODEL" : nil)
        return models.filter { model in globs.contains { Glob($0).matches(model.name) } }
            .map { text(of: $0.model, named: $0.name) }.joined(separator: "\n")
    }

    private static func text(of model: ModelContract, named name: String) -> String {
        let rows = ModelMap(of: model).rows
        let member = rows.map(\.member.displayWidth).max() ?? 0
        let property = rows.map(\.property.displayWidth).max() ?? 0
        let lines = rows.map { row in
            let details = row.isAutomatic ? "by its name" : row.details
            let line =
                "  \(row.member.padding(to: member))  "
                + (details.isEmpty ? row.property : row.property.padding(to: property))
            return line + (details.isEmpty ? "" : "  \(details)") + "\n"
        }
        var head = "\(name)"
        if model.reads == .some { head += ", which reads only some members" }
        let unread = model.unread.map { "  \($0.target)  -  is not read\n" }
        let ignored = model.ignored.map { "  -  \($0.text)  is not data\n" }
        let variants = (model.variants?.variants ?? []).map { variant in
            "  \(variant.tag)  .\(variant.name)\(variant.model.map { "  by the model '\($0.text)'" } ?? "")\n"
        }
        return (["\(head)\n"] + lines + variants + unread + ignored).joined()
    }
}
