import Localization
import Model
import Navigation

/// A script that completes the arguments of `almanac` in a shell. The script contains all commands, options, and the
/// choices of options. All other words, such as fields and names, come from `almanac complete`.
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
        let ofProgram = Set(manual.options.map(\.name))
        // The shell uses the first matching pattern.
        let slots =
            ofCommands.map { command, option -> (Command?, Option) in
                (kinds[option.name]?.count == 1 && !ofProgram.contains(option.name) ? nil : command, option)
            } + manual.options.map { (nil, $0) }
        return slots.filter { command, option in
            option.value != nil && seen.insert((command.map { $0.name + " " } ?? "") + option.name).inserted
        }
    }

    /// The options whose values do not come from `almanac complete`.
    var staticSlots: [(command: Command?, option: Option)] {
        valueSlots.filter { slot in
            switch slot.option.kind {
            case .choice, .order, .file, .text: true
            default: false
            }
        }
    }

    /// Returns the pattern that matches an option in a `case` statement of the shell, such as `persons:--sort` or
    /// `*:--format`.
    func pattern(of slot: (command: Command?, option: Option)) -> String {
        "\(slot.command?.name ?? "*"):\(slot.option.name)"
    }

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
