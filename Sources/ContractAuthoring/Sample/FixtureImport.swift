import ContractFormat
import JSONSchema

/// An importer that adds JSON files of a test target to the models that their names suggest, as examples.
///
/// Names match by words: `user_me.json` suggests `User`, and `issues.json` suggests `issue`. A file that every
/// suggested model rejects is refused, with the violated constraint. A file whose name suggests no model becomes a new
/// model.
package enum FixtureImport {
    /// - Throws: `AuthoringError` if a file contains no object or the service is unknown.
    package static func run(
        _ fixtures: [(place: String, name: String, json: JSON)], _ contract: Contract?, _ options: ImportOptions
    ) throws -> ImportedDraft {
        guard let service = options.service else {
            throw AuthoringError("fixtures do not identify their service: pass it with '--service NAME'")
        }
        var omissions: [Omission] = []
        var draft = ContractDraft(service: service, origin: SampleImport.origin(of: service, options, &omissions))
        var result: (accepted: [String], refused: [String]) = ([], [])
        var examples: [(model: String, objects: [JSON])] = []
        for fixture in fixtures {
            let objects = try SampleImport.objects(in: fixture.json, fixture.place).map {
                SampleImport.clean($0, &omissions)
            }
            do throws(AuthoringError) {
                examples.append((try model(fixture.name, accepting: objects, contract), objects))
                result.accepted.append(fixture.place)
            } catch {
                omissions.add(fixture.place, error.description)
                result.refused.append(fixture.place)
            }
        }
        draft.models = examples.map(\.model).distinct.map { name in
            let objects = examples.filter { $0.model == name }.flatMap(\.objects)
            guard let known = contract?.model(name) else {
                return SampleImport.model(name, of: objects, options, &omissions)
            }
            return ModelDraft(name: name, schema: known.schema.json, examples: objects)
        }
        draft.omissions = omissions.distinct
        return ImportedDraft(draft: draft, fixtures: result)
    }

    /// Returns the model with the most similar name that accepts all objects, or a new one.
    private static func model(
        _ name: String, accepting objects: [JSON], _ contract: Contract?
    ) throws(AuthoringError) -> String {
        let words = Word.all(of: name)
        let candidates = (contract?.models ?? []).map { ($0, similarity(words, Word.all(of: $0.name))) }
            .filter { $0.1 >= 0.5 }.sorted { $0.1 > $1.1 }.map(\.0)
        guard let nearest = candidates.first else {
            return Naming.upperCamel(words.map(\.text).joined(separator: " "))
        }
        let refusals = candidates.map { model in
            objects.lazy.flatMap { model.schema.schema.violations(of: $0) }.first
        }
        if let index = refusals.firstIndex(where: { $0 == nil }) { return candidates[index].name }
        guard let violation = refusals[0] else { return nearest.name }
        let others = candidates.dropFirst().map { "'\($0.name)'" }
        throw AuthoringError(
            "the model '\(nearest.name)' refuses it at '\(violation.instancePointer)': \(violation.message)"
                + (others.isEmpty ? "" : "; so do \(others.joined(separator: ", "))"))
    }

    private static func similarity(_ one: [Word], _ other: [Word]) -> Double {
        let shared = one.count { other.contains($0) }
        return Double(shared) / Double(max(1, one.count + other.count - shared))
    }

    /// A word of a name, in the singular. It equals a longer word that it begins: `repo` and `repository`.
    private struct Word: Equatable {
        let text: String

        static func all(of name: String) -> [Word] {
            name.nameWords.map { Word(text: Naming.singular($0.lowercased())) }
        }

        static func == (one: Word, other: Word) -> Bool {
            let (short, long) = one.text.utf8.count < other.text.utf8.count ? (one, other) : (other, one)
            return short.text == long.text || short.text.utf8.count >= 4 && long.text.hasPrefix(short.text)
        }
    }
}
