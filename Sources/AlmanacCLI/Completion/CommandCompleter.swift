import Model
import Navigation
import Rendering
import Terminal

/// What could stand at the cursor: commands of the responder chain, their options, fields and words, names from the store.
struct CommandCompleter: Sendable {
    let scene: Scene
    let store: StoreCompleter
    /// What `~` stands for.
    let home: String

    init(scene: Scene, search: any SearchDataSource, history: any HistoryDataSource, home: String) {
        self.scene = scene
        self.home = home
        store = StoreCompleter(search: search, history: history)
    }

    func complete(_ line: String, _ cursor: Int) async -> Completions {
        let words = TypedLine(String(line.prefix(cursor))).commands.last ?? []
        let isInWord = words.last?.range.upperBound == cursor
        let typed = isInWord ? words.last : nil
        let before = Array(isInWord ? words.dropLast() : words[...])
        let start = typed?.range.lowerBound ?? cursor
        let found =
            before.isEmpty
            ? await beginning(typed?.text ?? "")
            : await word(typed?.text ?? "", isQuoted: typed?.isQuoted ?? false, behind: before)
        return Completions(
            range: (found.start ?? start)..<cursor, candidates: found.candidates, total: found.total,
            isCapped: found.isCapped)
    }

    // MARK: - The first word

    /// A command; in a form, behind a colon or not, also a field of it; or the address of a place.
    private func beginning(_ word: String) async -> Candidates {
        let colon = word.hasPrefix(":") ? ":" : ""
        let name = String(word.dropFirst(colon.count))
        let names = Candidates(words: Set(scene.commands.map(\.name)), beginningWith: name, behind: colon)
        guard colon.isEmpty else { return names }
        for case .fields(let hints) in commands("set").flatMap(\.parameters).map(\.kind) {
            return names + (await fields(hints, word))
        }
        return word.contains("/") ? names + (await store.addresses(beginningWith: word, of: Set(Kind.allCases))) : names
    }

    private func commands(_ name: String) -> [Command] {
        scene.commands.filter { $0.name == name || $0.aliases.contains(name) }
    }

    // MARK: - The words behind it

    private func word(_ word: String, isQuoted: Bool, behind before: [TypedLine.Word]) async -> Candidates {
        let name = before[0].text
        let commands = commands(name.hasPrefix(":") ? String(name.dropFirst()) : name)
        let options = commands.flatMap(\.options) + Option.ofProgram.filter { $0.name == "--format" }
        if let last = before.dropFirst().last?.text, let option = options.first(where: { $0.name == last }),
            option.value != nil
        {
            return await value(word, of: option, behind: "")
        }
        var found = Candidates()
        if word.hasPrefix("-"), !isQuoted {
            found = await option(word, among: options)
            let open = commands.flatMap { Slots(of: $0, behind: Array(before.dropFirst()), among: options).open }
            for parameter in open where parameter.kind.isOrder {
                found += await words(word, for: parameter, behind: [])
            }
            return found
        }
        for command in commands {
            let slots = Slots(of: command, behind: Array(before.dropFirst()), among: options)
            if let name = slots.name(endingWith: word) {
                var names = await store.names(beginningWith: name.text, of: name.kinds)
                names.start = name.start
                if !names.candidates.isEmpty { return names }
            }
            for case .filter(let kind) in slots.open.map(\.kind) {
                return await filter(word, isQuoted: isQuoted, of: kind, behind: slots.arguments)
            }
            for parameter in slots.open { found += await words(word, for: parameter, behind: slots.arguments) }
        }
        return found
    }

    private func option(_ word: String, among options: [Option]) async -> Candidates {
        if let equals = word.firstIndex(of: "="), let option = options.first(where: { $0.name == word[..<equals] }) {
            let rest = String(word[word.index(after: equals)...])
            return await value(rest, of: option, behind: option.name + "=")
        }
        let formats = Format.allCases.filter { $0 != .plain }.map { "--" + $0.rawValue }
        return Candidates(words: Set(options.map(\.name) + formats), beginningWith: word)
    }

    private func value(_ word: String, of option: Option, behind prefix: String) async -> Candidates {
        // Of several between commas the last one is being typed.
        if case .column = option.kind, let comma = word.lastIndex(of: ",") {
            let rest = String(word[word.index(after: comma)...])
            return await value(rest, of: option, behind: prefix + String(word[...comma]))
        }
        return await words(word, for: Parameter(option.name, option.kind), behind: []).behind(prefix)
    }

    private func words(_ word: String, for parameter: Parameter, behind arguments: [String]) async -> Candidates {
        switch parameter.kind {
        case .choice(let words): return Candidates(words: Set(words), beginningWith: word)
        case .order(let words):
            let sign = word.hasPrefix("-") ? "-" : ""
            return Candidates(words: Set(words), beginningWith: String(word.dropFirst(sign.count))).behind(sign)
        case .figure(let fields, or: let others): return figure(word, fields, others)
        case .column(let kind):
            let fields = FilterField.all(of: kind)
            let bars = fields.filter(\.hasBars).map { "\($0.name):\(FilterField.bar)" }
            return figure(word, fields, [])
                + Candidates(words: Set(word.contains(":") ? bars : []), beginningWith: word)
        case .keyword(let fixed): return Candidates(words: [fixed], beginningWith: word)
        case .command(or: let others):
            return Candidates(words: Set(scene.commands.map(\.name) + others), beginningWith: word)
        case .fields(let hints): return await fields(hints, word)
        case .fieldsOfNamed:
            guard let kind = await kind(named: arguments.first ?? "") else { return Candidates() }
            return await fields(FieldHint.all(of: kind), word)
        case .record(let kinds): return await store.addresses(beginningWith: word, of: kinds)
        case .text where parameter.count == .many: return await store.names(beginningWith: word, of: Set(Kind.allCases))
        case .step: return await store.steps(beginningWith: word)
        case .deletedRecord: return await store.trash(beginningWith: word)
        case .file: return PathCandidates.beginning(with: word, home: home)
        case .row, .text, .filter: return Candidates()
        }
    }

    /// `mas` becomes `mass`, `mass:` each of its units.
    private func figure(_ word: String, _ fields: [FilterField], _ others: [String]) -> Candidates {
        guard let colon = word.firstIndex(of: ":") else {
            return Candidates(words: Set(fields.map(\.name) + others), beginningWith: word)
        }
        let units = fields.first { $0.name == word[..<colon].lowercased() }?.units ?? []
        return Candidates(
            words: Set(units.map(\.name)), beginningWith: String(word[word.index(after: colon)...])
        ).behind(String(word[...colon]))
    }

    // MARK: - Fields

    /// `pla` becomes `planet=`, `planet=al` becomes `planet=Alderaan`, `phone.` becomes `phone.home=`.
    private func fields(_ hints: [FieldHint], _ word: String) async -> Candidates {
        guard let equals = word.firstIndex(of: "=") else { return Candidates(fields: hints, beginningWith: word) }
        let key = FieldAssignment(word)?.key
        guard let hint = hints.first(where: { $0.key == key }) else { return Candidates() }
        let left = String(word[...equals])
        let value = String(word[word.index(after: equals)...])
        switch hint.values {
        case .choice(let words): return Candidates(words: Set(words), beginningWith: value).behind(left)
        case .reference(let kinds): return await store.addresses(beginningWith: value, of: kinds).behind(left)
        case .text, .secret: return Candidates()
        }
    }

    // MARK: - Filters

    /// `rad` becomes `radius`, `radius:` each of its units, `method =` what it could be.
    private func filter(_ word: String, isQuoted: Bool, of kind: Kind, behind words: [String]) async -> Candidates {
        // What stands before “where” is no part of it.
        let start = words.firstIndex { $0.lowercased() == "where" } ?? 0
        let typed = PartialFilter(word, isQuoted: isQuoted, behind: Array(words[start...]))
        guard let expected = Filter.expected(behind: typed.text, of: kind) else { return Candidates() }
        var found = Candidates(words: Set(expected.words), beginningWith: typed.word).behind(typed.prefix)
        if let named = expected.named {
            found += (await store.names(beginningWith: typed.word, of: [named])).behind(typed.prefix)
        }
        return found
    }

    /// The kind that a word names, or that of the record it names.
    private func kind(named word: String) async -> Kind? {
        if let kind = Kind(rawValue: word) { return kind }
        let word = Int(word).flatMap { scene.rows[$0] } ?? word
        if let slash = word.firstIndex(of: "/"), let kind = Kind(plural: word[..<slash]) { return kind }
        return await store.kind(of: word)
    }
}
