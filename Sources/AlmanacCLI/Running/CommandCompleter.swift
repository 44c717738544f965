import Almanac
import Model
import Terminal

/// What could stand at the cursor: commands of the responder chain, their options and choices, names from the store.
struct CommandCompleter: Sendable {
    let scene: Scene
    let search: any SearchDataSource
    let history: any HistoryDataSource
    private static let limit = 50

    func complete(_ line: String, _ cursor: Int) async -> Completions {
        let head = String(line.prefix(cursor))
        let start = head.lastIndex(where: \.isWhitespace).map { head.index(after: $0) } ?? head.startIndex
        let word = String(head[start...])
        let before = (try? Words.of(String(head[..<start]))) ?? []
        let candidates = before.isEmpty ? names(beginningWith: word) : await words(beginningWith: word, of: before[0])
        return Completions(range: head.distance(from: head.startIndex, to: start)..<cursor, candidates: candidates)
    }

    private func names(beginningWith word: String) -> [Completions.Candidate] {
        let word = word.lowercased()
        return Set(scene.commands.map(\.name)).filter { $0.hasPrefix(word) }.sorted().map {
            Completions.Candidate($0 + " ", title: $0)
        }
    }

    private func words(beginningWith word: String, of name: String) async -> [Completions.Candidate] {
        let commands = scene.commands.filter { $0.name == name || $0.aliases.contains(name) }
        if word.hasPrefix("--") {
            return Set(commands.flatMap(\.options).map(\.name)).filter { $0.hasPrefix(word) }.sorted()
                .map { Completions.Candidate($0 + " ", title: $0) }
        }
        let parameters = commands.flatMap(\.parameters)
        var choices: [String] = []
        for parameter in parameters {
            switch parameter.sort {
            case .choice(let words): choices += words
            case .word(let word): choices.append(word)
            case .command: choices += scene.commands.map(\.name)
            case .fields: choices += Person.fields.map { $0.key + "=" }
            case .address, .row, .step, .trash, .text, .file: break
            }
        }
        let fixed = Set(choices).filter { !word.isEmpty && $0.hasPrefix(word) || word.isEmpty && choices.count < 20 }
            .sorted()
            .map { Completions.Candidate($0.hasSuffix("=") ? $0 : $0 + " ", title: $0) }
        if parameters.contains(where: { $0.sort == .step }) { return fixed + (await steps(beginningWith: word)) }
        if parameters.contains(where: { $0.sort == .trash }) { return fixed + (await trash(beginningWith: word)) }
        guard !word.isEmpty, parameters.contains(where: { $0.sort == .address || $0.sort == .text }) else {
            return fixed
        }
        let found = (try? await search.names(beginningWith: word, limit: Self.limit)) ?? []
        return fixed
            + found.map { Completions.Candidate(Words.quote($0.name) + " ", title: "\($0.name) · \($0.address)") }
    }

    /// The last steps of the history.
    private func steps(beginningWith word: String) async -> [Completions.Candidate] {
        let steps = (try? await history.steps(about: nil, before: nil, limit: Self.limit))?.items ?? []
        return steps.filter { String($0.id.rawValue).hasPrefix(word) }.map { step in
            let what = if case .command(let line, _) = step.origin { line } else { "another program" }
            return Completions.Candidate("\(step.id.rawValue) ", title: "\(step.id.rawValue) · \(what)")
        }
    }

    /// What was deleted last, by address or by name.
    private func trash(beginningWith word: String) async -> [Completions.Candidate] {
        let remains = (try? await history.trash(after: nil, limit: Self.limit))?.items ?? []
        return remains.map(\.record).filter { record in
            record.address.description.hasPrefix(word) || record.name.lowercased().hasPrefix(word.lowercased())
        }.map { Completions.Candidate("\($0.address) ", title: "\($0.name) · \($0.address)") }
    }
}
