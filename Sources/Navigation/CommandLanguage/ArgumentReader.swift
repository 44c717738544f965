import Localization
import Model

/// The words of a line do not fit a command; those of another responder may take them.
public struct ArgumentMismatch: Error {
    /// What to report if no other does.
    public let problem: CommandProblem?

    public init(_ problem: CommandProblem? = nil) { self.problem = problem }
}

/// The words behind the name of a command, which its arguments read one after the other.
public struct ArgumentReader {
    private struct Word {
        let text: String
        /// Which word of the line it is, and what stands before it there.
        let place: Int
        var prefix = ""
    }

    let invocation: Invocation
    /// All of them, with the rows on screen by their IDs.
    private(set) var line: [String]
    private var words: ArraySlice<Word>
    private var options: [String: Word] = [:]
    /// The parameters that nothing was read for yet.
    private var parameters: ArraySlice<Parameter>

    /// Sorts the words into arguments and options. `--` ends the options.
    ///
    /// - Parameter others: What the program takes beside the command's options; somebody may have meant one of them.
    init(
        _ line: [String], for command: Command, besides others: [Option], in invocation: Invocation
    ) throws(ArgumentMismatch) {
        self.line = line
        self.invocation = invocation
        parameters = command.parameters[...]
        var arguments: [Word] = []
        var rest = line.enumerated().map { Word(text: $1, place: $0) }[...]
        while let word = rest.popFirst() {
            if word.text == "--" {
                arguments += rest
                break
            }
            guard word.text.hasPrefix("--") else {
                arguments.append(word)
                continue
            }
            let parts = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = command.options.first(where: { $0.name == parts[0] }) else {
                if parts.count > 1, let option = others.first(where: { $0.name == parts[0] && $0.value == nil }) {
                    throw ArgumentMismatch(.unwantedValue(option, command: command))
                }
                let known = (command.options + others).map(\.name)
                let suggestions = SpellingSuggestions.suggestions(for: parts[0], among: known)
                throw ArgumentMismatch(.unknownOption(parts[0], command: command, suggestions: suggestions))
            }
            if option.value == nil {
                guard parts.count == 1 else { throw ArgumentMismatch(.unwantedValue(option, command: command)) }
                options[option.name] = word
            } else if parts.count > 1 {
                options[option.name] = Word(text: parts[1], place: word.place, prefix: parts[0] + "=")
            } else if let value = rest.popFirst() {
                options[option.name] = value
            } else {
                throw ArgumentMismatch(.missingValue(option, command: command))
            }
        }
        words = arguments[...]
        if words.count < reserved {
            throw ArgumentMismatch(.missingArgument(command.parameters[words.count].name, command: command))
        }
        if words.count > parameters.count, !parameters.contains(where: \.isOpen) {
            throw ArgumentMismatch(.unwantedArgument(arguments[parameters.count].text, command: command))
        }
    }

    var isDryRun: Bool { has(.dryRun) }

    // MARK: - Options

    func has(_ option: Option) -> Bool { options[option.name] != nil }

    mutating func value<Value>(of option: Option, _ parser: ValueParser<Value>) throws -> Value? {
        try options[option.name].map { try read($0, parser) }
    }

    // MARK: - Arguments

    /// The next word; nil where all that are left are for later parameters.
    public mutating func next<Value>(_ parser: ValueParser<Value>) throws -> Value? {
        parameters.removeFirst()
        return words.count > reserved ? try words.popFirst().map { try read($0, parser) } : nil
    }

    /// The next word, which the count of words has made sure of.
    public mutating func required<Value>(_ parser: ValueParser<Value>) throws -> Value {
        guard let value = try next(parser) else { throw ArgumentMismatch() }
        return value
    }

    /// All words but those for later parameters, up to a keyword that may follow.
    public mutating func rest<Value>(_ parser: ValueParser<Value>, ignoringCase: Bool = false) throws -> [Value] {
        let parameter = parameters.removeFirst()
        let keyword = parameters.first.flatMap { $0.count == .optional ? $0.kind : nil }
        let first = parameter.count == .many ? 1 : 0
        var values: [Value] = []
        while words.count > reserved, let word = words.first {
            let text = ignoringCase ? word.text.lowercased() : word.text
            if values.count >= first, keyword == .keyword(text) { break }
            values.append(try read(words.removeFirst(), parser))
        }
        return values
    }

    /// Leaves the next parameter without words.
    public mutating func none() -> [String] {
        parameters.removeFirst()
        return []
    }

    /// Whether the next word is a keyword, which is skipped then.
    public mutating func skip(_ keyword: String) -> Bool {
        parameters.removeFirst()
        guard words.first?.text == keyword else { return false }
        words.removeFirst()
        return true
    }

    /// How many words the parameters that are left need at least.
    private var reserved: Int { parameters.count(where: \.isRequired) }

    private mutating func read<Value>(_ word: Word, _ parser: ValueParser<Value>) throws -> Value {
        let value = try parser.parse(word.text, invocation)
        if parser.kind.isRecord || parser.kind == .deletedRecord, invocation.row(word.text) != nil {
            line[word.place] = word.prefix + parser.describe(value)
        }
        return value
    }
}
