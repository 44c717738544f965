import Almanac
import Model
import Navigation
import Rendering
import Sync
import Terminal
import Text

/// A completer for command lines. It completes commands of the responder chain, options, and arguments such as fields
/// and records.
struct CommandCompleter: Sendable {
    /// The available commands, in the order of the responder chain.
    let commands: [Command]
    /// The locations opened by numbered rows, by row number.
    var rows: [Int: String] = [:]
    /// The record on screen, if any. It takes the place of a missing first argument.
    var record: RecordID?
    let store: StoreCompleter
    /// The home folder, for paths that start with `~/`, or `nil` if paths are not completed.
    var home: String?

    func complete(_ line: String, _ cursor: Int) async -> Completions {
        let words = TypedLine(String(line.prefix(cursor))).commands.last ?? []
        let isInWord = words.last?.range.upperBound == cursor
        let typed = isInWord ? words.last : nil
        let before = Array(isInWord ? words.dropLast() : words[...])
        let start = typed?.range.lowerBound ?? cursor
        let found =
            before.isEmpty
            ? await beginning(typed?.text ?? "")
            : await word(typed?.text ?? "", isQuoted: typed?.isQuoted ?? false, after: before)
        return found.completions(for: start..<cursor)
    }

    // MARK: - The first word

    /// Completes a command name, a field of the open form, or an ID.
    func beginning(_ word: String) async -> Candidates {
        let colon = word.hasPrefix(":") ? ":" : ""
        let name = String(word.dropFirst(colon.count))
        let names = Candidates(words: Set(commands.flatMap(\.words)), startingWith: name, prefix: colon)
        guard colon.isEmpty else { return names }
        for case .fields(let hints) in commands(named: "set").flatMap(\.parameters).map(\.kind) {
            return names + (await fields(hints, word))
        }
        return word.dropFirst().contains("/")
            ? names + (await store.records(startingWith: word, of: Set(Kind.allCases))) : names
    }

    private func commands(named name: String) -> [Command] {
        commands.filter { $0.name == name || $0.aliases.contains(name) }
    }

    // MARK: - Arguments and options

    /// Completes a word after the name of a command and other words.
    func word(_ word: String, isQuoted: Bool, after before: [TypedLine.Word]) async -> Candidates {
        let name = before[0].text
        let commands = commands(named: name.hasPrefix(":") ? String(name.dropFirst()) : name)
        let options = commands.flatMap(\.options) + ProgramOption.formats.map(\.option)
        if let last = before.dropFirst().last?.text, let option = options.first(where: { $0.name == last }),
            option.value != nil
        {
            return await value(word, of: option, prefix: "")
        }
        var found = Candidates()
        if word.hasPrefix("-"), !isQuoted {
            found = await option(word, among: options)
            let open = commands.flatMap {
                CompletionSlots(of: $0, after: Array(before.dropFirst()), among: options).open
            }
            for parameter in open where parameter.kind.isOrder {
                found += await words(word, for: parameter, after: [])
            }
            return found
        }
        for command in commands {
            for option in command.options where !word.isEmpty {
                found += files(beginning: word, thatNameTheFileOf: option)
            }
            let usesRecord = record.map { command.usesRecord(onScreen: $0, isInteractive: true) } == true
            if usesRecord, command.takesTextAboutRecord, !word.contains("/") { continue }
            let slots = CompletionSlots(of: command, after: Array(before.dropFirst()), among: options)
            if let name = slots.name(endingWith: word) {
                var names = await store.names(startingWith: name.text, of: name.kinds)
                names.start = name.start
                if !names.candidates.isEmpty { return names }
            }
            for case .filter(let kind) in slots.open.map(\.kind) {
                return await filter(word, isQuoted: isQuoted, of: kind, after: slots.arguments)
            }
            for parameter in slots.open { found += await words(word, for: parameter, after: slots.arguments) }
            if usesRecord, slots.arguments.allSatisfy({ FieldAssignment($0) != nil }) {
                let slots = CompletionSlots(
                    of: command, about: record, after: Array(before.dropFirst()), among: options)
                for parameter in slots.open { found += await words(word, for: parameter, after: slots.arguments) }
            }
        }
        return found
    }

    /// Completes a file path that is the value of an option whose name can be omitted, as in `export contacts.csv`.
    private func files(beginning word: String, thatNameTheFileOf option: Option) -> Candidates {
        guard let home, case .file = option.kind else { return Candidates() }
        let paths = PathCandidates.beginning(with: word, home: home).candidates
        return Candidates(paths.filter { option.recognizes($0.title.trimmed) })
    }

    private func option(_ word: String, among options: [Option]) async -> Candidates {
        if let equals = word.firstIndex(of: "="), let option = options.first(where: { $0.name == word[..<equals] }) {
            let rest = String(word[word.index(after: equals)...])
            return await value(rest, of: option, prefix: option.name + "=")
        }
        return Candidates(words: Set(options.map(\.name)), startingWith: word)
    }

    private func value(_ word: String, of option: Option, prefix: String) async -> Candidates {
        if case .filter(let kind) = option.kind { return await filter(inWord: word, of: kind) }
        // In a comma-separated list, only the last item is completed.
        if case .column = option.kind, let comma = word.lastIndex(of: ",") {
            let rest = String(word[word.index(after: comma)...])
            return await value(rest, of: option, prefix: prefix + String(word[...comma]))
        }
        return await words(word, for: Parameter(option.name, option.kind), after: []).prefixed(by: prefix)
    }

    private func words(_ word: String, for parameter: Parameter, after arguments: [String]) async -> Candidates {
        switch parameter.kind {
        case .choice(let words): return Candidates(words: Set(words), startingWith: word)
        case .order(let kind):
            let sign = word.hasPrefix("-") ? "-" : ""
            let orders = Candidates(words: Set(kind.orders), startingWith: String(word.dropFirst(sign.count)))
            return orders.prefixed(by: sign)
        case .figure(let fields, or: let others): return figure(word, fields, others)
        case .column(let kind):
            let fields = FilterField.all(of: kind).filter(\.isColumn)
            let bars = fields.filter(\.hasBars).map { "\($0.name):\(FilterField.bar)" }
            return figure(word, fields, [])
                + Candidates(words: Set(word.contains(":") ? bars : []), startingWith: word)
        case .keyword(let fixed): return Candidates(words: [fixed], startingWith: word)
        case .command(or: let others):
            return Candidates(words: Set(commands.map(\.name) + others), startingWith: word)
        case .fields(let hints): return await fields(hints, word)
        case .fieldsOfNamed:
            guard let kind = await kind(named: arguments.first ?? "") else { return Candidates() }
            return await fields(FieldHint.all(of: kind), word)
        case .record(let kinds): return await store.records(startingWith: word, of: kinds)
        case .name(let kinds): return await store.names(startingWith: word, of: kinds)
        case .dataSet:
            let paths = home.map { PathCandidates.beginning(with: word, home: $0) } ?? Candidates()
            return word.contains("/") ? paths : await store.dataSets(startingWith: word)
        case .step: return await store.steps(startingWith: word)
        case .deletedRecord: return await store.trash(startingWith: word)
        case .remote(or: let others):
            return await store.remotes(startingWith: word) + Candidates(words: Set(others), startingWith: word)
        case .conflict: return await store.conflicts(startingWith: word)
        case .file: return home.map { PathCandidates.beginning(with: word, home: $0) } ?? Candidates()
        case .row, .text, .filter: return Candidates()
        }
    }

    /// Completes `mas` to `mass`, and `mass:` to its units.
    private func figure(_ word: String, _ fields: [FilterField], _ others: [String]) -> Candidates {
        guard let colon = word.firstIndex(of: ":") else {
            return Candidates(words: Set(fields.map(\.name) + others), startingWith: word)
        }
        let units = fields.first { $0.name == word[..<colon].lowercased() }?.units ?? []
        return Candidates(
            words: Set(units.map(\.name)), startingWith: String(word[word.index(after: colon)...])
        ).prefixed(by: String(word[...colon]))
    }

    // MARK: - Fields

    /// Completes `pla` to `planet=`, `planet=al` to `planet=Alderaan`, and `phone.` to `phone.home=`.
    private func fields(_ hints: [FieldHint], _ word: String) async -> Candidates {
        guard let equals = word.firstIndex(of: "=") else { return Candidates(fields: hints, startingWith: word) }
        let key = FieldAssignment(word)?.key
        guard let hint = hints.first(where: { $0.key == key }) else { return Candidates() }
        let left = String(word[...equals])
        let value = String(word[word.index(after: equals)...])
        switch hint.values {
        case .choice(let words): return Candidates(words: Set(words), startingWith: value).prefixed(by: left)
        case .reference(let kinds): return await store.records(startingWith: value, of: kinds).prefixed(by: left)
        case .text, .secret: return Candidates()
        }
    }

    // MARK: - Filters

    /// Completes `rad` to `radius`, `radius:` to its units, and `method =` to its values.
    private func filter(_ word: String, isQuoted: Bool, of kind: Kind, after words: [String]) async -> Candidates {
        // The words before “where” are not part of the filter.
        let start = words.firstIndex { $0.lowercased() == "where" } ?? 0
        let typed = PartialFilter(word, isQuoted: isQuoted, after: Array(words[start...]))
        guard let expected = Filter.expected(after: typed.text, of: kind) else { return Candidates() }
        var found = Candidates(words: Set(expected.words), startingWith: typed.word).prefixed(by: typed.prefix)
        if let named = expected.named {
            found += (await store.names(startingWith: typed.word, of: [named])).prefixed(by: typed.prefix)
        }
        return found
    }

    /// Completes the end of a filter that is a single word, such as `'city = Ber`. The quotes stay open.
    private func filter(inWord text: String, of kind: Kind) async -> Candidates {
        let end = text.lastIndex(where: \.isWhitespace).map { text.index(after: $0) } ?? text.startIndex
        let typed = PartialFilter(String(text[end...]), isQuoted: false, after: [String(text[..<end])])
        guard let expected = Filter.expected(after: typed.text, of: kind) else { return Candidates() }
        var words = expected.words
        if let named = expected.named { words += await store.names(startingWith: typed.word, of: named) }
        let left = String(text[..<end]) + typed.prefix
        words = words.filter { Folding.fold($0).hasPrefix(Folding.fold(typed.word)) }.unique.sorted()
        return Candidates(
            words.compactMap { word -> Completions.Candidate? in
                let filter = left + FilterValue.text(word).description
                // The quote stays open for further conditions. A filter that contains both kinds of quotes cannot be
                // completed.
                guard let quote = ["'", "\""].first(where: { !filter.contains($0) }) else { return nil }
                return Completions.Candidate("\(quote)\(filter) ", title: word)
            })
    }

    /// Returns the kind with the given name, or the kind of the record that the word identifies, if any.
    private func kind(named word: String) async -> Kind? {
        if let kind = Kind(rawValue: word) { return kind }
        let word = Int(word).flatMap { rows[$0] } ?? word
        if let slash = word.firstIndex(of: "/"), let kind = Kind(plural: word[..<slash]) { return kind }
        return await store.kind(of: word)
    }
}

/// A completer for answers in a form: choices, record names, labels, and commands after a colon.
struct AnswerCompleter: Sendable {
    let question: Question
    let commands: CommandCompleter

    func complete(_ line: String, _ cursor: Int) async -> Completions {
        if line.hasPrefix(":"), cursor > 0, !question.isSecret { return await commands.complete(line, cursor) }
        let answer = String(line.prefix(cursor))
        let choices = Candidates(words: Set(question.choices + question.examples), startingWith: answer)
        let names =
            question.kinds.isEmpty
            ? Candidates() : await commands.store.names(startingWith: answer, of: Set(question.kinds))
        let labels = question.takesLabel ? Candidates(labelsStartingWith: answer) : Candidates()
        return ((choices + names).asAnswers + labels).completions(for: 0..<cursor)
    }
}

/// The parameters that the word at the cursor can belong to.
struct CompletionSlots {
    /// The arguments before the word at the cursor, without options.
    let arguments: [String]
    /// The next parameter, and the parameter after it if the next parameter can be skipped or is a list.
    let open: [Parameter]
    private let words: [TypedLine.Word]
    /// The consecutive words that may be the start of an unquoted name, if any.
    private let run: Run?

    private struct Run {
        let kinds: Set<Kind>
        let first: Int
    }

    /// Creates the slots for the word that follows the given words.
    ///
    /// - Parameter id: The ID of the record that takes the place of the missing first argument, if any.
    init(of command: Command, about id: RecordID? = nil, after all: [TypedLine.Word], among options: [Option]) {
        let words = Self.arguments(in: all, options)
        arguments = [id?.description].compactMap(\.self) + words.map(\.text)
        let parameters = command.parameters
        let match = ParameterMatch(arguments, to: parameters, isComplete: false)
        let places = match.places.suffix(words.count)
        var run: Run?
        for (index, (word, place)) in zip(words, places).enumerated() {
            let parameter = place.map { parameters[$0] }
            if !word.isPlain || parameter?.isKeyword == true {
                run = nil
            } else if run == nil, case .record(let kinds) = parameter?.kind {
                run = Run(kinds: kinds, first: index)
            }
        }
        self.words = words
        self.run = run
        let rest = parameters.dropFirst(match.next)
        let mayEnd = rest.first.map { $0.isOpen || $0.count == .optional && rest.dropFirst().first?.isKeyword == true }
        open = Array(rest.prefix(mayEnd == true ? 2 : 1))
    }

    /// Returns the unquoted name with spaces that ends with a word, such as `Betty R`, or `nil` if the word cannot end
    /// such a name.
    func name(endingWith word: String) -> (text: String, kinds: Set<Kind>, start: Int)? {
        guard let run, !word.contains("="), !word.contains("/") else { return nil }
        let text = (words[run.first...].map(\.text) + [word]).joined(separator: " ")
        return (text, run.kinds, words[run.first].range.lowerBound)
    }

    private static func arguments(in words: [TypedLine.Word], _ options: [Option]) -> [TypedLine.Word] {
        var arguments: [TypedLine.Word] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word.text.isReadAsOption, !word.isQuoted else {
                arguments.append(word)
                continue
            }
            if options.contains(where: { $0.name == word.text && $0.value != nil }) { _ = rest.popFirst() }
        }
        return arguments
    }
}

extension TypedLine.Word {
    /// Whether the word can be part of an unquoted name.
    fileprivate var isPlain: Bool {
        !isQuoted && Int(text) == nil && !text.contains("/") && !text.contains("=")
    }
}

/// A highlighter for command lines. It distinguishes commands, options, quoted text, unknown commands, and text after
/// an unclosed quote.
struct CommandHighlighter: Sendable {
    private let names: Set<String>

    init(_ scene: Scene) { names = Set(scene.commands.flatMap { [$0.name] + $0.aliases }) }

    func highlight(_ line: String) -> [(range: Range<Int>, style: Style)] {
        let typed = TypedLine(line)
        let end = line.count
        return typed.commands.flatMap { words in
            words.enumerated().compactMap { index, word in
                let isTyping = word.range.upperBound == end
                let isOpen = isTyping && typed.openQuote != nil
                return (isOpen ? .warning : style(of: word, isFirst: index == 0, isTyping)).map { (word.range, $0) }
            }
        }
    }

    private func style(of word: TypedLine.Word, isFirst: Bool, _ isTyping: Bool) -> Style? {
        if isFirst {
            let name = word.text.hasPrefix(":") ? String(word.text.dropFirst()) : word.text
            if names.contains(name) { return .strong }
            let isOther = Int(name) != nil || name.contains("/") || name.contains("=")
            let isBegun = isTyping && names.contains { $0.hasPrefix(name) }
            return isOther || isBegun ? nil : .warning
        }
        if word.isQuoted { return .good }
        return word.text.isReadAsOption ? .code : nil
    }
}

/// A completer for command lines in a shell, which quotes the completed words itself.
struct ShellCompleter: Sendable {
    let completer: CommandCompleter

    /// Returns the texts that complete a word, without duplicates. A text that can be continued ends with `=`, `.`,
    /// `:`, or `/`.
    ///
    /// - Parameters:
    ///   - typed: The start of the word, without quotes.
    ///   - line: The line before `typed`, starting with the name of the program. If it ends within a word, the texts
    ///     continue that word.
    func words(startingWith typed: String, after line: String) async -> [ShellCandidate] {
        let (words, head) = Self.parts(of: line)
        let word = head + typed
        let found =
            words.isEmpty
            ? await completer.beginning(word)
            : await completer.word(word, isQuoted: word.contains(where: \.isWhitespace), after: words)
        // In a shell, a name of several words must be quoted, so earlier words cannot be replaced.
        guard found.start == nil else { return [] }
        let texts = found.candidates.map { Self.text(of: $0.replacement) }.filter { text in
            text.hasPrefix(head) && (RecordID(text) == nil || text.hasPrefix(word))
        }
        return Self.withoutLongerFields(texts).map { String($0.dropFirst(head.count)) }.unique.map { text in
            ShellCandidate(text, folded: Self.folded(text, containing: typed))
        }
    }

    /// Returns whether a completion may depend on the database. The completion of a command name or an option name does
    /// not.
    static func needsStore(startingWith typed: String, after line: String) -> Bool {
        let (words, head) = parts(of: line)
        let word = head + typed
        guard let last = words.last?.text else { return word.contains("/") }
        return !word.hasPrefix("-") || word.contains { $0 == "=" || $0.isWhitespace } || last.hasPrefix("-")
    }

    /// Returns the words of the command before the completed word, and the beginning of that word in the line.
    private static func parts(of line: String) -> (words: [TypedLine.Word], head: String) {
        var before = TypedLine(line).commands.last ?? []
        let isInWord = before.last?.range.upperBound == line.count
        let head = isInWord ? before.popLast()?.text ?? "" : ""
        return (command(in: before.dropFirst()), head)
    }

    /// Returns the text without accents if only this form contains the typed word, or `nil` otherwise.
    private static func folded(_ text: String, containing typed: String) -> String? {
        let folded = Folding.fold(text)
        return !text.lowercased().contains(typed.lowercased()) && folded.contains(typed.lowercased()) ? folded : nil
    }

    /// Returns a replacement without its quotes, even if they are not closed.
    private static func text(of replacement: String) -> String {
        (TypedLine(replacement).commands.last ?? []).map(\.text).joined(separator: " ").trimmed
    }

    /// Returns the texts without fields whose names start with the name of another field. For example, `phonetic=` is
    /// omitted if `phone=` is present.
    private static func withoutLongerFields(_ texts: [String]) -> [String] {
        // A shell would otherwise complete only the common part of the names.
        let fields = texts.filter { $0.hasSuffix("=") }
        let isLonger = { (field: String) in fields.contains { $0 != field && field.hasPrefix($0.dropLast()) } }
        return texts.filter { !$0.hasSuffix("=") || !isLonger($0) }
    }

    /// Returns the words of the command, without the options of the program before it.
    private static func command(in words: ArraySlice<TypedLine.Word>) -> [TypedLine.Word] {
        var rest = words
        while let word = rest.first?.text, word.hasPrefix("-") || word == DemoCommand.name {
            let option = ProgramOption.all.first { $0.option.name == word }?.option
            rest = rest.dropFirst(option?.value == nil ? 1 : 2)
        }
        return Array(rest)
    }
}
