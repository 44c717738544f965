import Localization
import Model

/// Why a line was not carried out; nothing was.
public enum CommandProblem: UserFacingError {
    case openQuote(Character)
    case unknownCommand(String, suggestions: [String])
    case unknownOption(String, command: Command, suggestions: [String])
    case unwantedValue(Option, command: Command)
    case missingValue(Option, command: Command)
    case missingArgument(String, command: Command)
    case unwantedArgument(String, command: Command)
    case unwantedWord(String, list: Kind)
    case notANumber(option: String, value: String)
    case notAnOrder(String, known: [String])
    case noSuchRow(String)
    case noSuchValue(field: Title, String, count: Int)
    case notAStep(String)
    case notATime(String)
    /// It was not there on a day, or at a time, as somebody has written it.
    case notThen(RecordID, String)
    case notFound(String, suggestions: [RecordReference])
    case ambiguous(String, [RecordReference])
    /// An address comes with the name of several.
    case ownerUnknown(String, [RecordReference])
    case wrongKind(RecordID, wanted: [Kind])
    case notAField(String)
    case fields(FieldProblems)
    case notHere(Message, next: Message)
    case promptUnavailable(Prompt)
    case nothingToKeep(Kind)
    case noWebPage(String)
    case noPhoto(String)
    case unknownPlace(String)

    public var explanation: ErrorReport {
        switch self {
        case .openQuote(let quote):
            ErrorReport(.wrongUsage, "A quote (\(quote)) is open.", next: "Close it, or put a backslash before it.")
        case .unknownCommand(let name, let suggestions):
            ErrorReport(
                .wrongUsage, "Nothing here answers to “\(name)”.",
                next: CommandProblem.didYouMean(suggestions) ?? "“help” lists what does.")
        case .unknownOption(let name, let command, let suggestions):
            ErrorReport(
                .wrongUsage, "“\(command.name)” has no option \(name).",
                next: CommandProblem.didYouMean(suggestions) ?? CommandProblem.options(of: command))
        case .unwantedValue(let option, let command):
            ErrorReport(.wrongUsage, "The option \(option.name) takes no value.", next: CommandProblem.usage(command))
        case .missingValue(let option, let command):
            ErrorReport(.wrongUsage, "The option \(option.name) needs a value.", next: CommandProblem.usage(command))
        case .missingArgument(let name, let command):
            ErrorReport(.wrongUsage, "“\(command.name)” needs \(name).", next: CommandProblem.usage(command))
        case .unwantedArgument(let word, let command):
            ErrorReport(.wrongUsage, "“\(command.name)” does not take “\(word)”.", next: CommandProblem.usage(command))
        case .unwantedWord(let word, let kind):
            ErrorReport(
                .wrongUsage, "“\(kind.plural)” does not take “\(word)”.",
                next:
                    "Write “\(kind.plural) where \(ShellWords.quote(kind.filterExample))”, or “find \(ShellWords.quote(word))”."
            )
        case .notANumber(let option, let value):
            ErrorReport(
                .wrongUsage, "\(option) cannot be “\(value)”.",
                next: "It takes a whole number from 1 to \(Int.largestCount).")
        case .notAnOrder(let text, let known):
            ErrorReport(
                .wrongUsage, "This list cannot be sorted by “\(text)”.",
                next: CommandProblem.didYouMean(SpellingSuggestions.suggestions(for: text, among: known))
                    ?? "It can by: \(known.joined(separator: ", ")); “-” before it turns it round.")
        case .noSuchRow(let text):
            ErrorReport(.notFound, "There is no row \(text) here.")
        case .noSuchValue(let field, let word, let count):
            ErrorReport(
                .notFound, "\(title: field) has no value “\(word)”.",
                next: count == 0
                    ? "It has none." : "Write a label that one of them has, or a number from 1 to \(count).")
        case .notAStep(let text):
            ErrorReport(.wrongUsage, "“\(text)” is no step of the history.", next: "“history” numbers them.")
        case .notATime(let text):
            ErrorReport(
                .wrongUsage, "“\(text)” is no time.",
                next: "Write a day as 2026-11-20, or a time as 2026-11-20T18:00 or 2026-11-20T18:00+01:00.")
        case .notThen(let address, let text):
            ErrorReport(
                .notFound,
                text.contains("T") ? "There was no \(address) at \(text)." : "There was no \(address) on \(text).",
                next: "“history \(address)” tells its story.")
        case .notFound(let text, let suggestions):
            ErrorReport(
                .notFound, "There is nothing called “\(text)”.",
                next: CommandProblem.didYouMean(suggestions.map { "\($0.name) (\($0.address))" })
                    ?? "“find \(ShellWords.quote(text))” searches everything.")
        case .ambiguous(let text, let references):
            ErrorReport(
                .notFound, "“\(text)” is the name of several.",
                next: "Say which: \(references.map { "\($0.address) \($0.name)" }.joined(separator: ", ")).")
        case .ownerUnknown(let email, let references):
            ErrorReport(
                .notFound,
                "\(email) may be of several: \(references.map { "\($0.address) \($0.name)" }.joined(separator: ", ")).",
                next: CommandProblem.sayWhose(email, references))
        case .wrongKind(let address, let wanted):
            ErrorReport(
                .wrongUsage, "\(address) is a \(address.kind.noun).",
                next: "This takes a \(wanted.map(\.noun).joined(separator: " or a ")).")
        case .notAField(let word):
            ErrorReport(
                .wrongUsage, "“\(word)” sets no field.",
                next: "Write field=value, field+=value, field-=value, or field= to clear it.")
        case .fields(let problems):
            ErrorReport(.wrongUsage, problems.sentences, next: CommandProblem.knownFields(problems))
        case .notHere(let what, let next):
            ErrorReport(.wrongUsage, what, next: next)
        case .promptUnavailable(let prompt):
            ErrorReport(
                .wrongUsage, prompt.question, why: "Nobody can be asked here.",
                next: prompt.flag.map { "Say so with \($0)." })
        case .nothingToKeep(let kind):
            ErrorReport(
                .wrongUsage, "Nothing is known of this \(kind.noun) yet.", next: "Fill in at least one field.")
        case .noWebPage(let name):
            ErrorReport(.notFound, "\(name) has no web page.")
        case .noPhoto(let name):
            ErrorReport(.notFound, "\(name) has no photo.", next: "“photo ID FILE” sets one.")
        case .unknownPlace(let text):
            ErrorReport(.notFound, "There is no place “\(text)”.", next: "“home” shows where you can go.")
        }
    }

    package static func noStar(_ name: String) -> CommandProblem {
        .notHere(
            "No star is called “\(name)”, nor a body that orbits one.",
            next: "“find \(ShellWords.quote(name))” searches everything.")
    }

    /// How an address that may be of several gets its owner.
    package static func sayWhose(_ email: String, _ references: [RecordReference]) -> Message? {
        references.first.map { "“edit \($0.address) \(ShellWords.quote("email+=\(email)"))” says whose it is." }
    }

    private static func options(of command: Command) -> Message {
        command.options.isEmpty
            ? usage(command) : "It has: \(command.options.map(\.name).joined(separator: ", "))."
    }

    private static func usage(_ command: Command) -> Message { "Write “\(command.usage)”." }

    private static func didYouMean(_ words: [String]) -> Message? {
        guard let last = words.last else { return nil }
        guard words.count > 1 else { return "Did you mean \(last)?" }
        return "Did you mean \(words.dropLast().joined(separator: ", ")) or \(last)?"
    }

    /// The fields somebody may have meant; all there are, if none is near.
    private static func knownFields(_ problems: FieldProblems) -> Message? {
        for case .unknown(let key, let known) in problems.all {
            return didYouMean(SpellingSuggestions.suggestions(for: key, among: known))
                ?? "There are: \(known.joined(separator: ", "))."
        }
        return nil
    }
}
