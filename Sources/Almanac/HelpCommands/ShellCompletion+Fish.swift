import Navigation

extension ShellCompletion {
    var fish: String {
        let hasCommand = "__fish_seen_subcommand_from \(commandNames.joined(separator: " "))"
        let programOptions = manual.options.map { option in
            "complete -c almanac \(fishOption(option)) -d \(Self.quote(option.summary.description))"
        }
        let commands = manual.commands.flatMap { command in
            [
                "complete -c almanac -f -n 'not \(hasCommand)' -a \(command.name) -d "
                    + Self.quote(command.summary.description)
            ] + fishArguments(of: command)
        }
        let words = "complete -c almanac -n '\(hasCommand)' -a '(__almanac_words)'"
        return ([Self.fishWords(manual.version)] + programOptions + commands + [words]).joined(separator: "\n")
    }

    /// Returns the shell function that completes other words. Quotes and backslashes in the typed word are ignored.
    /// Fish omits candidates that do not contain the typed word, so it completes names without accents.
    private static func fishWords(_ version: String) -> String {
        #"""
        # Completion of almanac \#(version) for fish.
        function __almanac_words
            set -l words (string replace -r '^~/' "$HOME/" -- (commandline -opc))
            set -l line (string join ' ' -- (string escape -- $words))
            set -l typed (commandline -ct | string replace -ra '^["\']|\\\\' '' | string collect)
            almanac complete --folded -- "$line " "$typed" 2>/dev/null | string replace -r '$' '\t'
        end
        complete -c almanac -f
        """#
    }

    private func fishArguments(of command: Command) -> [String] {
        let there = "complete -c almanac -n '__fish_seen_subcommand_from \(command.name)'"
        return command.options.map { "\(there) \(fishOption($0)) -d \(Self.quote($0.summary.description))" }
            + (takesFiles(command) ? ["\(there) -F"] : [])
    }

    /// Returns the declaration of an option, such as `-l format -x -a 'table plain'` or `-s c -x`.
    private func fishOption(_ option: Option) -> String {
        let name = option.name.hasPrefix("--") ? "-l \(option.name.dropFirst(2))" : "-s \(option.name.dropFirst())"
        guard option.value != nil else { return name }
        return switch option.kind {
        case .choice(let words): "\(name) -x -a \(Self.values(words))"
        case .order(let kind): "\(name) -x -a \(Self.values(kind.orders))"
        case .file: "\(name) -r"
        case .text: "\(name) -x"
        default: "\(name) -x -a '(__almanac_words)'"
        }
    }

    /// Returns the values of an option. The tab prevents the description of the option from being repeated for each value.
    private static func values(_ words: [String]) -> String {
        quote(words.map { $0 + "\\t" }.joined(separator: " "))
    }
}
