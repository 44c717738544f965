import Display
import Localization
import Model

/// The words of one command, sorted into arguments and options, and what the user was looking at.
public struct Invocation: Sendable {
    public let arguments: [String]
    package let options: [String: String]
    /// Whether somebody can be asked, and sees numbered rows.
    public let isInteractive: Bool
    package let scene: Scene
    /// What the last command showed.
    package let shown: Page
    /// What everything that the command changes is changed with.
    package let context: CommandContext

    /// Reads the words behind the name of a command. `--` ends the options.
    ///
    /// - Parameter others: What the program takes beside the command's options; somebody may have meant one of them.
    package init(
        _ words: [String], for command: Command, besides others: [Option] = [], at scene: Scene, shown: Page,
        isInteractive: Bool, in context: CommandContext
    ) throws(CommandProblem) {
        var arguments: [String] = []
        var options: [String: String] = [:]
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                arguments += rest
                break
            }
            guard word.hasPrefix("--") else {
                arguments.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = command.options.first(where: { $0.name == parts[0] }) else {
                if parts.count > 1, let option = others.first(where: { $0.name == parts[0] && $0.value == nil }) {
                    throw .unwantedValue(option, command: command)
                }
                let known = (command.options + others).map(\.name)
                throw .unknownOption(
                    parts[0], command: command,
                    suggestions: SpellingSuggestions.suggestions(for: parts[0], among: known))
            }
            if option.value == nil {
                guard parts.count == 1 else { throw .unwantedValue(option, command: command) }
                options[option.name] = ""
            } else if let value = parts.count > 1 ? parts[1] : rest.popFirst() {
                options[option.name] = value
            } else {
                throw .missingValue(option, command: command)
            }
        }
        let required = command.parameters.count { $0.count == .one || $0.count == .many }
        let isOpen = command.parameters.contains { $0.count == .many || $0.count == .any }
        if arguments.count < required {
            throw .missingArgument(command.parameters[arguments.count].name, command: command)
        }
        if !isOpen && arguments.count > command.parameters.count {
            throw .unwantedArgument(arguments[command.parameters.count], command: command)
        }
        self.arguments = arguments
        self.options = options
        self.isInteractive = isInteractive
        self.scene = scene
        self.shown = shown
        self.context = options[Option.dryRun.name] == nil ? context : context.asDryRun
    }

    package func has(_ option: String) -> Bool { options[option] != nil }
    package func value(_ option: String) -> String? { options[option] }
    package var isDryRun: Bool { context.isDryRun }
    /// Whether nobody need be asked.
    package var isSure: Bool { has(Option.yes.name) || isDryRun }

    /// The whole number behind an option.
    package func number(_ option: String) throws(CommandProblem) -> Int? {
        guard let text = options[option] else { return nil }
        guard let number = Int(counting: text) else { throw .notANumber(option: option, value: text) }
        return number
    }

    /// The address of the record in the row that a word picks, if it is the number of one on screen.
    package func row(_ word: String) -> RecordID? { place(word).flatMap { RecordID($0) } }

    /// Where the row that a word picks leads.
    package func place(_ word: String) -> String? { isInteractive ? Int(word).flatMap { rows[$0] } : nil }

    /// The rows that somebody sees: of what was told last, if that has some, else of the place.
    private var rows: [Int: String] { Invocation.rows(of: shown, at: scene) }

    package static func rows(of shown: Page, at scene: Scene) -> [Int: String] {
        let told = shown.numberedRows
        return told.isEmpty ? scene.rows : told
    }
}
