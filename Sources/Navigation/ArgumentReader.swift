import Localization
import Model

/// An error thrown if the words of a line do not match a command. A command of another responder may still match the
/// words.
public struct ArgumentMismatch: Error {
    /// The problem to report if no other command matches the words, or `nil` if there is no specific problem.
    public let problem: CommandProblem?

    public init(_ problem: CommandProblem? = nil) { self.problem = problem }
}

/// A reader of the words after the name of a command. Each argument of the command reads its words in turn.
public struct ArgumentReader {
    private struct Word {
        let text: String
        /// The index of the word in the line.
        let place: Int
        var prefix = ""
    }

    private let command: Command
    private let invocation: Invocation
    /// All words of the line, with row numbers replaced with IDs.
    private var line: [String]
    /// The indices of the words that the history does not record.
    private var unrecorded: Set<Int> = []
    /// The words of each option, or the option itself if it is a flag.
    private var options: [String: [Word]] = [:]
    /// The words of each parameter that has not been read yet.
    private var matched: ArraySlice<[Word]>
    /// The words that do not belong to a parameter.
    private let surplus: [Word]

    /// Creates a reader and separates the options of the line from its arguments. `--` ends the options.
    ///
    /// - Parameter others: The options of the program, for suggestions.
    init(
        _ line: [String], for command: Command, besides others: [Option], in invocation: Invocation
    ) throws(ArgumentMismatch) {
        self.line = line
        self.command = command
        self.invocation = invocation
        var arguments: [Word] = []
        var rest = line.enumerated().map { Word(text: $1, place: $0) }[...]
        while let word = rest.popFirst() {
            if word.text == "--" {
                arguments += rest
                break
            }
            let isValue = !word.text.hasPrefix("--") && Self.mayBeHyphenated(in: command, after: arguments.last?.text)
            guard word.text.isReadAsOption, !isValue else {
                arguments.append(word)
                continue
            }
            let parts = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = command.options.first(where: { $0.name == parts[0] }) else {
                if parts.count > 1, let option = others.first(where: { $0.name == parts[0] && $0.value == nil }) {
                    throw ArgumentMismatch(.unwantedValue(option, command: command))
                }
                if others.contains(where: { $0.name == parts[0] }) {
                    throw ArgumentMismatch(.misplacedOption(parts[0], command: command))
                }
                let suggestions = SuggestedOptions.suggestions(for: parts[0], of: command, besides: others)
                throw ArgumentMismatch(.unknownOption(parts[0], command: command, suggestions: suggestions))
            }
            if option.value == nil {
                guard parts.count == 1 else { throw ArgumentMismatch(.unwantedValue(option, command: command)) }
                options[option.name] = [word]
            } else if parts.count > 1 {
                options[option.name, default: []].append(
                    Word(text: parts[1], place: word.place, prefix: parts[0] + "="))
            } else if let value = rest.popFirst() {
                options[option.name, default: []].append(value)
            } else {
                throw ArgumentMismatch(.missingValue(option, command: command))
            }
            if !option.isRecorded, let last = options[option.name]?.last {
                unrecorded.formUnion(word.place...last.place)
            }
        }
        if !line.contains("--"), let last = arguments.last,
            let option = command.options.first(where: { [options] in $0.recognizes(last.text) && options[$0.name] == nil
            })
        {
            options[option.name] = [arguments.removeLast()]
        }
        arguments = Self.joiningName(in: arguments, of: command)
        let places = ParameterMatch(arguments.map(\.text), to: command.parameters, isComplete: true).places
        let words = command.parameters.indices.map { index in
            zip(arguments, places).compactMap { $1 == index ? $0 : nil }
        }
        matched = words[...]
        surplus = zip(arguments, places).filter { $1 == nil }.map(\.0)
    }

    /// Returns whether a word with a leading hyphen can be an argument: a sort order, as in `sort -birthday`, or the
    /// value in a filter, as in `where name = -x`.
    private static func mayBeHyphenated(in command: Command, after last: String?) -> Bool {
        command.parameters.contains { parameter in
            switch parameter.kind {
            case .order: true
            case .filter: last?.last.map { "=<>~≤≥≠".contains($0) } == true
            default: false
            }
        }
    }

    /// Joins the first words into one name if the command accepts one record followed only by fields or by words from a
    /// fixed set. Quotation marks around a name of several words are therefore optional.
    private static func joiningName(in words: [Word], of command: Command) -> [Word] {
        guard let first = words.first, let parameter = command.parameters.first, parameter.kind.isRecord,
            !parameter.isOpen, command.parameters.dropFirst().allSatisfy(\.kind.isRecognizable)
        else { return words }
        let name = words.prefix { word in
            !command.parameters.dropFirst().contains { $0.kind.recognizes(word.text) }
        }
        guard name.count > 1, !name.contains(where: { RecordID($0.text) != nil || Int($0.text) != nil }) else {
            return words
        }
        return [Word(text: name.map(\.text).joined(separator: " "), place: first.place)] + words.dropFirst(name.count)
    }

    /// Checks that no required word is missing and that every word belongs to a parameter.
    func requireAllWords() throws(ArgumentMismatch) {
        if let parameter = missingParameter { throw missing(parameter) }
        if let word = surplus.first { throw ArgumentMismatch(.unwantedArgument(word.text, command: command)) }
    }

    private var missingParameter: Parameter? {
        zip(command.parameters, matched).first { $0.isRequired && $1.isEmpty }?.0
    }

    /// The record on screen, if it takes the place of a missing first argument. At `persons/7`, `edit title=Dr.` stands
    /// for `edit persons/7 title=Dr.`, `photo face.jpg` for `photo persons/7 face.jpg`, `related notes` for
    /// `related persons/7 notes`, `note Likes tea.` for `note persons/7 Likes tea.`, and `merge persons/8` for
    /// `merge persons/7 persons/8`. An argument that accepts several records and precedes text must be missing
    /// entirely, so `log Dinner` stands for `log persons/7 Dinner`.
    var missingRecord: RecordID? {
        guard surplus.isEmpty, !command.options.contains(where: { $0.selectsRecords && has($0) }),
            let first = matched.first, let record = invocation.screen.record,
            command.usesRecord(onScreen: record, isInteractive: invocation.isInteractive)
        else { return nil }
        let others = command.parameters.dropFirst()
        guard let word = first.first?.text else {
            return matched.allSatisfy(\.isEmpty) || others.first?.isRequired == true ? record : nil
        }
        let isRecord = isRecord(word)
        let isFree =
            first.count == 1 && matched.dropFirst().contains(where: \.isEmpty) || command.takesTextAboutRecord
        switch others.first?.kind {
        case .fieldsOfNamed?, .choice?: return others.first?.kind.recognizes(word) == true ? record : nil
        case .text where isFree: return isRecord ? nil : record
        case .file where isFree: return isRecord || !options.isEmpty ? nil : record
        case .record where missingParameter != nil: return record
        default: return nil
        }
    }

    /// Returns whether a word is an ID or the number of a row. If the command takes text about a record, the row must
    /// contain a record that the command accepts.
    private func isRecord(_ word: String) -> Bool {
        let named = invocation.row(word)
        return RecordID(word) != nil || named.map { command.accepts($0) || !command.takesTextAboutRecord } == true
    }

    var commandName: String { command.name }

    /// The words to record in the history, with row numbers replaced with IDs.
    var recordedLine: [String] { line.indices.filter { !unrecorded.contains($0) }.map { line[$0] } }

    var confirmation: Confirmation { Confirmation(isGiven: has(.yes), isDryRun: has(.dryRun)) }

    /// Reads an argument and skips any words of its parameters that remain unread.
    mutating func read<Value>(_ argument: Argument<Value>) throws -> Value {
        let others = matched.dropFirst(argument.parameters.count)
        defer { matched = others }
        return try argument.read(&self)
    }

    // MARK: - Options

    package func has(_ option: Option) -> Bool { options[option.name] != nil }

    package mutating func value<Value>(of option: Option, _ parser: ValueParser<Value>) throws -> Value? {
        try values(of: option, parser).last
    }

    mutating func values<Value>(of option: Option, _ parser: ValueParser<Value>) throws -> [Value] {
        var values: [Value] = []
        for word in options[option.name] ?? [] { values.append(try read(word, parser)) }
        return values
    }

    // MARK: - Arguments

    /// Reads the word of the next parameter.
    ///
    /// - Returns: The value, or `nil` if there is no word.
    public mutating func next<Value>(_ parser: ValueParser<Value>) throws -> Value? { try rest(parser).first }

    /// Reads the word of the next parameter.
    ///
    /// - Throws: An error if there is no word.
    public mutating func required<Value>(_ parser: ValueParser<Value>) throws -> Value {
        guard let value = try next(parser) else { throw ArgumentMismatch() }
        return value
    }

    /// Reads all words of the next parameter.
    public mutating func rest<Value>(_ parser: ValueParser<Value>) throws -> [Value] {
        var values: [Value] = []
        for word in matched.popFirst() ?? [] { values.append(try read(word, parser)) }
        return values
    }

    /// Whether the next word is an assignment such as `title=Dr.` and not the name of a record.
    package var isAtAssignment: Bool { matched.first?.first.flatMap { FieldAssignment($0.text) } != nil }

    /// Whether the next word is the first word of a text about the filtered list on screen, and not a record.
    package var isAtTextAboutList: Bool {
        guard command.takesTextAboutRecord, invocation.isInteractive, let word = matched.first?.first,
            case .record(let kinds)? = command.parameters.first?.kind, invocation.screen.selection(of: kinds) != nil
        else { return false }
        return !isRecord(word.text)
    }

    /// Skips the next parameter, which is a keyword.
    ///
    /// - Returns: Whether the line contains the keyword.
    public mutating func skipKeyword() -> Bool { matched.popFirst()?.isEmpty == false }

    /// The first word that continues the value of an assignment, and the command line with quotation marks around the
    /// values that need them; `nil` if there is no such word.
    private var unquoted: (word: String, line: String)? {
        var words = [command.name]
        var first: String?
        for word in line {
            if words.count > 1, let last = words.last, FieldAssignment(last) != nil, FieldAssignment(word) == nil,
                !word.isReadAsOption
            {
                words[words.count - 1] = "\(last) \(word)"
                first = first ?? word
            } else {
                words.append(word)
            }
        }
        return first.map { ($0, ShellWords.joined(words)) }
    }

    func missing(_ parameter: Parameter) -> ArgumentMismatch {
        ArgumentMismatch(.missingArgument(parameter, command: command))
    }

    private mutating func read<Value>(_ word: Word, _ parser: ValueParser<Value>) throws -> Value {
        if parser.kind.isFields, FieldAssignment(word.text) == nil, let unquoted {
            throw CommandProblem.unquotedValue(unquoted.word, line: unquoted.line)
        }
        let value = try parser.parse(word.text, invocation)
        if parser.kind.isRecord || parser.kind == .deletedRecord, invocation.row(word.text) != nil {
            line[word.place] = word.prefix + parser.describe(value)
        }
        return value
    }
}

/// A mapping from the words of a line to the parameters of a command.
public struct ParameterMatch {
    /// The parameter index of each word, or `nil` for a surplus word.
    public private(set) var places: [Int?] = []
    /// The index of the parameter that would receive the next word.
    public private(set) var next = 0

    /// Creates a match by assigning words to parameters.
    ///
    /// - Parameter isComplete: Whether no more words follow. If so, optional parameters leave enough words for the
    ///   required parameters.
    public init(_ words: [String], to parameters: [Parameter], isComplete: Bool) {
        var taken = 0
        for (index, word) in words.enumerated() {
            let left = words.count - index
            while next < parameters.count {
                let rest = parameters[(next + 1)...]
                if Self.accepts(
                    word, at: parameters[next], before: rest, taken: taken, left: isComplete ? left : nil)
                {
                    break
                }
                next += 1
                taken = 0
            }
            guard next < parameters.count else {
                places.append(nil)
                continue
            }
            places.append(next)
            taken += 1
            if !parameters[next].isOpen {
                next += 1
                taken = 0
            }
        }
    }

    /// Returns whether a parameter accepts a word.
    ///
    /// - Parameters:
    ///   - taken: The number of words that the parameter already has.
    ///   - left: The number of words from this word to the end of a complete line, or `nil` for an incomplete line.
    private static func accepts(
        _ word: String, at parameter: Parameter, before rest: ArraySlice<Parameter>, taken: Int, left: Int?
    ) -> Bool {
        if parameter.isKeyword { return parameter.isKeyword(word) }
        if parameter.isRequired, taken == 0 { return true }
        if let left, left <= rest.count(where: \.isRequired) { return false }
        // In a complete line, the number of remaining words shows which of several equal words is a required keyword.
        guard let keyword = rest.first, left == nil || !keyword.isRequired else { return true }
        return !keyword.isKeyword(word)
    }
}
