import Localization
import Model
import Navigation

/// A script that completes the arguments of `almanac` in a shell. The script contains all commands, options, and
/// choices. Record names come from `almanac complete`.
struct ShellCompletion: Sendable {
    enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

    static let instructions: Message = """
        - bash: `eval "$(almanac completion bash)"` in `~/.bashrc`
        - zsh: `eval "$(almanac completion zsh)"` in `~/.zshrc`, after `compinit`
        - fish: `almanac completion fish > ~/.config/fish/completions/almanac.fish`
        """

    let manual: Manual

    func script(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    // MARK: - Shared by all shells

    var commandNames: [String] { manual.commands.map(\.name) }

    var optionNames: [String] { manual.options.map(\.name) }

    /// The names of all options with a value, without repetitions.
    var namesOfOptionsWithValues: [String] { valueSlots.map(\.option.name).unique }

    /// The options with a value and their commands. The command is `nil` for an option of the program or an option that
    /// has the same values in all commands.
    var valueSlots: [(command: Command?, option: Option)] {
        let ofCommands = manual.commands.flatMap { command in command.options.map { (command, $0) } }
        let kinds = Dictionary(grouping: ofCommands, by: \.1.name).mapValues { Set($0.map(\.1.kind)) }
        var seen: Set<String> = []
        let slots =
            manual.options.map { (nil, $0) }
            + ofCommands.map { command, option -> (Command?, Option) in
                (kinds[option.name]?.count == 1 ? nil : command, option)
            }
        return slots.filter { command, option in
            option.value != nil && seen.insert((command.map { $0.name + " " } ?? "") + option.name).inserted
        }
    }

    /// Returns the pattern that matches an option in a `case` statement of the shell, such as `persons:--sort` or
    /// `*:--format`.
    func pattern(of slot: (command: Command?, option: Option)) -> String {
        "\(slot.command?.name ?? "*"):\(slot.option.name)"
    }

    /// Returns the words that are valid as literal arguments of a command.
    func words(of command: Command) -> [String] {
        command.parameters.flatMap { parameter -> [String] in
            switch parameter.kind {
            case .choice(let words): words
            case .order(let kind): kind.orders
            case .figure(let fields, or: let others): others + fields.map(\.name)
            case .column(let kind): FilterField.all(of: kind).map(\.name)
            case .keyword(let word): [word]
            case .command(or: let others): others + commandNames
            case .remote(or: let others): others
            case .record, .fields, .fieldsOfNamed, .row, .text, .file, .step, .deletedRecord, .conflict, .filter: []
            }
        }
    }

    func takesNames(_ command: Command) -> Bool { command.parameters.contains { $0.kind.isRecord } }

    /// Returns whether an argument of a command can be a file.
    func takesFiles(_ command: Command) -> Bool {
        // The parameter `ID|FILE` of “restore” accepts a file or a deleted record.
        command.parameters.contains { $0.kind == .file || $0.name.contains("FILE") }
    }

    /// Quotes text in a form that all three shells accept.
    static func quote(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
