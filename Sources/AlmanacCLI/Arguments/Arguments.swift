import Almanac
import Model
import Navigation
import Rendering
import Terminal

/// What was written behind `almanac`: options of the program, and what to run.
struct Arguments {
    /// What is run, and where its lines come from.
    enum Work: Equatable {
        /// The REPL on a terminal, else the lines of standard input.
        case standardInput
        case words([String])
        case lines([String])
        case script(path: String)
    }

    var work = Work.standardInput
    var database: String?
    var format: Format?
    var color: ColorChoice?
    var isPlain = false
    var isStill = false
    /// Whether nothing that is typed goes into the history.
    var isPrivate = false
    var isDebugging = false
    var keepsGoing = false
    var mayAsk = true
    var mayPage = true
    var ignoresConfiguration = false
    /// The demo database, if the command is `demo`.
    var demo: Demo?

    init(_ words: [String]) throws {
        var reader = WordReader(words)
        var lines: [String] = []
        var script: String?
        var rest: [String] = []
        while let word = reader.next() {
            switch word {
            case "-c": lines.append(try reader.value(of: word))
            case "--file": script = try reader.value(of: word)
            case "--database": database = try reader.value(of: word)
            case "--color": color = try reader.choice(of: word)
            case "--plain": isPlain = true
            case "--no-animation": isStill = true
            case "--private": isPrivate = true
            case "--no-input": (mayAsk, mayPage) = (false, false)
            case "--no-pager": mayPage = false
            case "--no-config": ignoresConfiguration = true
            case "--keep-going": keepsGoing = true
            case "--debug": isDebugging = true
            case "-h", "--help": rest.append(rest.isEmpty ? "help" : "--help")
            case "--version": rest = ["version"]
            case "--": rest += reader.rest(from: word).dropFirst(rest.isEmpty ? 1 : 0)
            case _ where rest.isEmpty && word.hasPrefix("-") && word != "-" && !Format.isOption(word):
                throw UsageProblem.noOption(word, known: Option.ofProgram.map(\.name) + Format.options)
            default: rest.append(word)
            }
        }
        format = try Format.take(from: &rest)
        demo = try Demo(takenFrom: &rest)
        if demo != nil, database != nil { throw UsageProblem.demoWithDatabase }
        work = try Arguments.work(lines: lines, script: script, words: rest)
    }

    /// Only one of them can say what to do.
    private static func work(lines: [String], script: String?, words: [String]) throws -> Work {
        if let word = words.first, !lines.isEmpty || script != nil { throw UsageProblem.unwanted(word) }
        if let script {
            guard lines.isEmpty else { throw UsageProblem.unwanted(lines[0]) }
            return .script(path: script)
        }
        if !lines.isEmpty { return .lines(lines) }
        return words.isEmpty ? .standardInput : .words(words)
    }

    func flags(_ settings: Settings) -> TerminalTraits.Flags {
        TerminalTraits.Flags(
            color: color, colorSetting: ColorChoice(rawValue: settings.color.rawValue) ?? .auto, isPlain: isPlain,
            isStill: isStill || !settings.animation)
    }
}

/// Words read one after the other, some with a value behind them or after an equals sign.
private struct WordReader {
    private var words: ArraySlice<String>
    private var attached: String?

    init(_ words: [String]) { self.words = words[...] }

    private static let withValues: Set<String> = ["--file", "--database", "--color"]

    mutating func next() -> String? {
        guard let word = words.popFirst() else { return nil }
        guard let equals = word.firstIndex(of: "="), Self.withValues.contains(String(word[..<equals])) else {
            return word
        }
        attached = String(word[word.index(after: equals)...])
        return String(word[..<equals])
    }

    mutating func value(of option: String) throws -> String {
        defer { attached = nil }
        guard let value = attached ?? words.popFirst(), !value.isEmpty else { throw UsageProblem.valueMissing(option) }
        return value
    }

    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(of option: String) throws -> Choice {
        let text = try value(of: option)
        guard let choice = Choice(rawValue: text) else {
            throw UsageProblem.noChoice(option, text, known: Choice.allCases.map(\.rawValue))
        }
        return choice
    }

    mutating func rest(from word: String) -> [String] {
        defer { words = [] }
        return [word] + words
    }
}
