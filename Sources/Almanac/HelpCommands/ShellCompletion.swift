import Localization
import Model
import Navigation

/// What a shell completes behind `almanac`: commands, options and choices are written into its script, names come from the
/// store through `almanac complete`.
struct ShellCompletion: Sendable {
    enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

    static let howTo: Message = """
        - bash: `eval "$(almanac completion bash)"` in `~/.bashrc`
        - zsh: `eval "$(almanac completion zsh)"` in `~/.zshrc`, behind `compinit`
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

    // MARK: - What all of them know

    var commandNames: [String] { manual.commands.map(\.name) }

    var optionNames: [String] { manual.options.map(\.name) }

    /// The names of the options with a value, of the program and of the commands, each once.
    var namesOfOptionsWithValues: [String] { valueSlots.map(\.option.name).unique }

    /// Every option with a value, and the commands it is of; nil where its value is the same whatever the command.
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

    /// What the shells' `case` knows a slot by: `persons:--sort`, `*:--format`.
    func pattern(of slot: (command: Command?, option: Option)) -> String {
        "\(slot.command?.name ?? "*"):\(slot.option.name)"
    }

    /// The words that a command takes as they are.
    func words(of command: Command) -> [String] {
        command.parameters.flatMap { parameter -> [String] in
            switch parameter.kind {
            case .choice(let words), .order(let words): words
            case .figure(let fields, or: let others): others + fields.map(\.name)
            case .column(let kind): FilterField.all(of: kind).map(\.name)
            case .keyword(let word): [word]
            case .command: commandNames
            case .record, .fields, .fieldsOfNamed, .row, .text, .file, .step, .deletedRecord, .filter: []
            }
        }
    }

    func takesNames(_ command: Command) -> Bool { command.parameters.contains { $0.kind.isRecord } }

    /// Whether one of its words may be a file; “restore” takes one in the place of a deleted record.
    func takesFiles(_ command: Command) -> Bool {
        command.parameters.contains { $0.kind == .file || $0.name.contains("FILE") }
    }

    /// In single quotes, as all three shells read them.
    static func quote(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
