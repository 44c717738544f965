import Localization
import Model

/// An error that reports why a command line was not run. Nothing was changed.
public struct CommandProblem: UserFacingError {
    /// The cause of a problem, for callers that handle the problem themselves.
    package enum Cause: Sendable {
        case other, missingArgument, notFound
        case ambiguous(String, [RecordReference])
        case fields(FieldProblems)
        /// Unusual values, which are saved only if the user confirms them.
        case unusualValues([ValueWarning])
    }

    public let explanation: ErrorReport
    package let cause: Cause

    private init(
        _ what: Message, status: ExitStatus = .wrongUsage, why: Message? = nil, next: Message? = nil,
        cause: Cause = .other
    ) {
        explanation = ErrorReport(status, what, why: why, next: next)
        self.cause = cause
    }

    /// Returns a problem that is specific to one command.
    public static func notHere(_ what: Message, next: Message) -> CommandProblem {
        CommandProblem(what, next: next)
    }

    /// Returns the problem for a command that requires a capability if no responder in the chain has it.
    static func noResponder(for capability: String) -> CommandProblem {
        CommandProblem(
            "This command does not work on this screen: it has no \(capability).",
            next: "Use “home”, then try again. Please report this error.")
    }

    // MARK: - The line

    static func openQuote(_ quote: Character) -> CommandProblem {
        CommandProblem("Unclosed quote (\(quote)).", next: "Close it, or escape it with a backslash.")
    }

    /// Returns the problem for an unknown command.
    ///
    /// - Parameter line: The whole line, or `nil` if the line cannot be the name of a record.
    package static func unknownCommand(
        _ name: String, suggestions: [String], line: String? = nil
    ) -> CommandProblem {
        if let hint = shellHint(name) { return CommandProblem("Unknown command “\(name)”.", next: hint) }
        let search: Message? = line.map {
            "Use “find \(ShellWords.quote($0))” to search all records, or “help commands” to list commands."
        }
        let similar = didYouMean(suggestions)
        // A single word can be a misspelled command or the name of a record.
        if let search, let similar, line == name {
            return CommandProblem("Unknown command “\(name)”.", why: similar, next: search)
        }
        return CommandProblem(
            "Unknown command “\(name)”.", next: similar ?? search ?? "Use “help commands” to list commands.")
    }

    static func unknownOption(_ name: String, command: Command, suggestions: [String]) -> CommandProblem {
        let options = command.options.map(\.name).joined(separator: ", ")
        let known: Message = options.isEmpty ? usage(command) : "Use one of: \(options)."
        let next: Message =
            switch (command.parameters.contains(where: \.kind.acceptsText), options.isEmpty) {
            case (false, _): known
            case (true, true): "Use “\(command.usage)”, or “--” before text such as “\(name)”."
            case (true, false): "Use one of: \(options), or “--” before text such as “\(name)”."
            }
        return CommandProblem("“\(command.name)” has no option \(name).", next: didYouMean(suggestions) ?? next)
    }

    /// Returns the problem for an option of the program that follows a command.
    static func misplacedOption(_ name: String, command: Command) -> CommandProblem {
        CommandProblem(
            "“\(command.name)” has no option \(name).",
            next: "Use it before the command in the shell, as in “almanac \(name) …”.")
    }

    static func unwantedValue(_ option: Option, command: Command) -> CommandProblem {
        CommandProblem("The option \(option.name) does not take a value.", next: usage(command))
    }

    static func missingValue(_ option: Option, command: Command) -> CommandProblem {
        CommandProblem("The option \(option.name) requires a value.", next: usage(command))
    }

    static func missingArgument(_ parameter: Parameter, command: Command) -> CommandProblem {
        let what: Message =
            parameter.isKeyword
            ? "“\(command.name)” requires the word “\(parameter.name)”."
            : "“\(command.name)” requires the argument \(parameter.name)."
        return CommandProblem(what, next: usage(command), cause: .missingArgument)
    }

    static func unwantedArgument(_ word: String, command: Command) -> CommandProblem {
        CommandProblem("“\(command.name)” does not accept “\(word)”.", next: shellHint(word) ?? usage(command))
    }

    /// Returns the problem for words that follow a command without the keyword `where`.
    package static func unwantedWords(_ words: [String], of command: String, filtering kind: Kind) -> CommandProblem {
        let filter = try? FilterTokenJoiner.filter(words, of: kind).text
        let word = words.first ?? ""
        let example = word.allSatisfy { $0.isLetter || $0.isNumber } ? "name ~ \(word)" : kind.filterExample
        return CommandProblem(
            "“\(command)” does not accept “\(word)”.",
            next: shellHint(word) ?? filter.map { "Use “\(command) where \(ShellWords.quote($0))” to filter." }
                ?? """
                Use “\(command) where \(ShellWords.quote(example))” to filter, or “find \(ShellWords.quote(word))” to \
                search.
                """)
    }

    // MARK: - Values

    static func notANumber(option: String, value: String) -> CommandProblem {
        CommandProblem(
            "Invalid value “\(value)” for \(option).",
            next: "Use a whole number from 1 to \(Int.largestCount).")
    }

    static func notAnOrder(_ text: String, known: [String]) -> CommandProblem {
        CommandProblem(
            "This list cannot be sorted by “\(text)”.",
            next: didYouMean(SpellingSuggestions.suggestions(for: text, among: known))
                ?? "Use one of: \(known.joined(separator: ", ")). Prefix “-” for descending order.")
    }

    package static func noSuchRow(_ text: String) -> CommandProblem {
        CommandProblem("There is no row \(text) on this page.", status: .notFound)
    }

    package static func noSuchValue(field: Title, _ word: String, count: Int) -> CommandProblem {
        CommandProblem(
            "\(title: field) has no value “\(word)”.", status: .notFound,
            next: count == 0
                ? "This field is empty." : "Use the label of one of its values, or a number from 1 to \(count).")
    }

    static func notAStep(_ text: String) -> CommandProblem {
        CommandProblem("Invalid history step “\(text)”.", next: "Use “history” to list the steps.")
    }

    package static func notATime(_ text: String) -> CommandProblem {
        CommandProblem(
            "Invalid date or time “\(text)”.",
            next: """
                Use a date such as 2026-11-20, “20 Nov”, or “2 weeks ago”, or a time such as 2026-11-20T18:00 or \
                2026-11-20T18:00+01:00.
                """)
    }

    package static func notADay(_ text: String) -> CommandProblem {
        CommandProblem("Invalid date “\(text)”.", next: "Use a date such as 2026-11-20, “20 Nov”, or “2 weeks ago”.")
    }

    package static func ambiguousTime(_ text: String, _ meanings: [String]) -> CommandProblem {
        CommandProblem("“\(text)” is ambiguous.", next: "Use \(meanings.joined(separator: " or ")).")
    }

    static func unquotedValue(_ word: String, line: String) -> CommandProblem {
        CommandProblem(
            "Invalid assignment “\(word)”.", next: "Put a value with spaces in quotation marks: “\(line)”.")
    }

    package static func notAField(_ word: String) -> CommandProblem {
        CommandProblem(
            "Invalid assignment “\(word)”.",
            next: "Use field=value, field+=value, field-=value, or field= to clear it.")
    }

    public static func fields(_ problems: FieldProblems) -> CommandProblem {
        CommandProblem(problems.sentences, next: knownFields(problems), cause: .fields(problems))
    }

    /// Runs the body and converts its error to a `CommandProblem`.
    package static func wrapping(_ body: () throws(FieldProblems) -> Void) throws(CommandProblem) {
        try Result(catching: body).mapError(CommandProblem.fields).get()
    }

    package static func unusual(_ warnings: [ValueWarning]) -> CommandProblem {
        let isAboutParts = warnings.allSatisfy(\.isAboutParts)
        return CommandProblem(
            warnings.map(\.sentence).joined(),
            next: isAboutParts
                ? "Use fields such as address.home.city=Berlin, or --force to save it as shown."
                : "Use --force to save it anyway.",
            cause: .unusualValues(warnings))
    }

    // MARK: - Records and locations

    /// Returns the problem for a record that was not found.
    ///
    /// - Parameter creation: The command line that creates a record with the text, or `nil` for none.
    package static func notFound(
        _ text: String, suggestions: [RecordReference], creation: String? = nil
    ) -> CommandProblem {
        let search = didYouMean(suggestions) ?? find(text)
        return CommandProblem(
            "No match for “\(text)”.", status: .notFound,
            next: shellHint(text) ?? creation.map { "\(search) Use “\($0)” to add a contact." } ?? search,
            cause: .notFound)
    }

    /// Returns the problem for a text of several words whose first word is not the name of a record.
    ///
    /// - Parameter line: The command line with quotation marks around the text.
    package static func unquotedText(
        _ word: String, suggestions: [RecordReference], line: String
    ) -> CommandProblem {
        CommandProblem(
            "No match for “\(word)”.", status: .notFound, why: didYouMean(suggestions),
            next: "Put text of several words in quotation marks: “\(line)”.", cause: .notFound)
    }

    /// Returns the problem for part of a name, entered for a command that requires a full name.
    package static func partOfName(_ text: String, _ references: [RecordReference]) -> CommandProblem {
        CommandProblem(
            "No match for “\(text)”.", status: .notFound, next: didYouMean(references), cause: .notFound)
    }

    package static func ambiguous(_ text: String, _ references: [RecordReference]) -> CommandProblem {
        CommandProblem(
            "“\(text)” is ambiguous.", status: .notFound,
            next: "Use one of: \(references.map { "\($0.id) \($0.name)" }.joined(separator: ", ")).",
            cause: .ambiguous(text, references))
    }

    /// Returns the problem for an email address that could belong to any of several persons.
    package static func ownerUnknown(_ email: String, _ references: [RecordReference]) -> CommandProblem {
        let owners = references.map { "\($0.id) \($0.name)" }.joined(separator: ", ")
        return CommandProblem(
            "\(email) could belong to any of: \(owners).", status: .notFound, next: assignmentHint(email, references))
    }

    package static func assignmentHint(_ email: String, _ references: [RecordReference]) -> Message? {
        references.first.map { "Use “edit \($0.id) \(ShellWords.quote("email+=\(email)"))” to assign it." }
    }

    package static func wrongKind(_ id: RecordID, wanted: [Kind]) -> CommandProblem {
        CommandProblem(
            "\(id) is a \(id.kind.noun).",
            next: "This command requires a \(wanted.map(\.noun).joined(separator: " or a ")).")
    }

    /// Returns the problem for a record that did not exist at a past time.
    ///
    /// - Parameter text: The date or time that the user entered.
    package static func notThen(_ id: RecordID, _ text: String) -> CommandProblem {
        CommandProblem(
            text.contains("T") ? "\(id) did not exist at \(text)." : "\(id) did not exist on \(text).",
            status: .notFound, next: "Use “history \(id)” to see its changes.")
    }

    package static func promptUnavailable(_ prompt: Prompt) -> CommandProblem {
        CommandProblem(
            prompt.question, why: "Cannot ask: this session is not interactive.",
            next: prompt.flag.map { "Use \($0)." })
    }

    package static func emptyRecord(_ kind: Kind) -> CommandProblem {
        CommandProblem("Cannot save an empty \(kind.noun).", next: "Fill in at least one field.")
    }

    package static func noWebPage(_ name: String) -> CommandProblem {
        CommandProblem(
            "\(name) has no web page.", status: .notFound, next: "Use “edit ID url=URL” to set one.")
    }

    package static func noPhoto(_ name: String) -> CommandProblem {
        CommandProblem("\(name) does not have a photo.", status: .notFound, next: "Use “photo ID FILE” to set one.")
    }

    package static func noSystem(_ name: String) -> CommandProblem {
        CommandProblem(
            "No planetary system matches “\(name)”.", status: .notFound, next: find(name))
    }

    package static func ambiguousStar(_ name: String, _ stars: [String]) -> CommandProblem {
        CommandProblem(
            "“\(name)” is ambiguous.", status: .notFound, next: "Use one of: \(stars.joined(separator: ", ")).")
    }

    package static func unknownPlace(_ text: String) -> CommandProblem {
        CommandProblem("Unknown screen “\(text)”.", status: .notFound, next: "Use “home” to list the screens.")
    }

    // MARK: - Suggestions

    /// Returns a hint that only a shell redirects input and output, or `nil` if no word of the text requires a shell.
    private static func shellHint(_ text: String) -> Message? {
        text.split(separator: " ").contains(where: ShellWords.isShellOperator)
            ? """
            Use “almanac …” in a shell to redirect input or output. At the prompt, use “--to FILE” with “export”, and \
            “--save FILE” with other commands.
            """ : nil
    }

    private static func usage(_ command: Command) -> Message { "Use “\(command.usage)”." }

    private static func find(_ text: String) -> Message {
        "Use “\(ShellWords.joined(["find"] + (text.isReadAsOption ? ["--", text] : [text])))” to search all records."
    }

    private static func didYouMean(_ references: [RecordReference]) -> Message? {
        didYouMean(references.map { "\($0.name) (\($0.id))" })
    }

    private static func didYouMean(_ words: [String]) -> Message? {
        guard let last = words.last else { return nil }
        switch words.count {
        case 1: return "Did you mean \(last)?"
        case 2: return "Did you mean \(words[0]) or \(last)?"
        default: return "Did you mean \(words.dropLast().joined(separator: ", ")), or \(last)?"
        }
    }

    /// Returns a hint: how to add a second value, how to replace one of several values, or the known fields. If any
    /// field has a similar name, only such fields are listed. Returns `nil` for other problems.
    private static func knownFields(_ problems: FieldProblems) -> Message? {
        for case .setTwice(let word, _) in problems.all {
            return "Use “\(ShellWords.quote(word.adding.description))” to add the second value."
        }
        for case .severalValues(let word, _, let values) in problems.all {
            let one = values.first.map { word.replacing($0, among: values) } ?? [word]
            return """
                Use “\(ShellWords.joined(one.map(\.description)))” to replace one of them, or \
                “\(ShellWords.quote(word.description)) --all” to replace all.
                """
        }
        for case .unknown(let key, let known, let similar) in problems.all {
            let isMember = [Kind.person, .planet].contains { FieldHint.all(of: $0).map(\.key) == known }
            if isMember, HeadingVocabulary.isGroup(key) { return "Use “add ID to GROUP” to add a record to a group." }
            return didYouMean(
                similar.isEmpty ? SpellingSuggestions.suggestions(for: key, among: known) : Array(similar.prefix(3)))
                ?? "Use one of: \(known.joined(separator: ", "))."
        }
        return nil
    }
}

/// A source of suggestions for unknown commands.
public enum SuggestedCommands {
    /// The commands that correspond to other programs and their commands and options.
    private static let synonyms = [
        "search": ["find"], "grep": ["find"], "ls": ["persons"], "list": ["persons"], "rm": ["delete"],
        "del": ["delete"], "remove-record": ["delete"], "create": ["new"], "template": ["new"], "tag": ["add"],
        "view": ["show"], "details": ["show"], "filename": ["show"], "source": ["show"], "config": ["settings"],
        "rename": ["edit"], "modify": ["edit"], "update": ["edit"], "move": ["edit"], "call": ["phone"],
        "dial": ["phone"], "mail": ["email"], "postaddress": ["postal"], "label": ["postal"], "labels": ["postal"],
        "send": ["share"], "qr": ["share"], "copy": ["export"], "print": ["export"], "convert": ["import", "export"],
        "khard": ["import"], "abook": ["import"], "remind": ["due"], "reminder": ["due"], "star": ["favorite"],
        "unstar": ["unfavorite"], "addressbooks": ["remotes"], "addressbook": ["remotes"],
        "empty-trash": ["purge --all"], "guest": ["logout"], "mutt-query": ["query"], "add-email": ["add-email"],
    ]

    static func isSynonym(_ word: String) -> Bool { !commands(for: word).isEmpty }

    /// Returns the commands that correspond to a command or an option of another program.
    public static func commands(for word: some StringProtocol) -> [String] { synonyms[word.lowercased()] ?? [] }

    package static func suggestions(for word: String, among known: [String]) -> [String] {
        let synonyms = commands(for: word).filter { line in known.contains { line == $0 || line.hasPrefix($0 + " ") } }
        return synonyms.isEmpty ? SpellingSuggestions.suggestions(for: word, among: known) : synonyms
    }
}

/// A source of suggestions for unknown options.
enum SuggestedOptions {
    /// Options that have the same meaning for different commands.
    private static let synonyms = [
        "--group": "--of", "--of": "--group", "--search": "--matching", "--matching": "--search",
    ]

    /// - Parameter others: The options of the program, which are not suggested for a single hyphen and a letter.
    static func suggestions(for name: String, of command: Command, besides others: [Option]) -> [String] {
        let known = command.options.map(\.name)
        if let synonym = synonyms[name], known.contains(synonym) { return [synonym] }
        guard name.hasPrefix("--") else {
            let long = "-" + name
            return known.contains(long) ? [long] : SpellingSuggestions.suggestions(for: long, among: known)
        }
        return SpellingSuggestions.suggestions(for: name, among: known + others.map(\.name))
    }
}
