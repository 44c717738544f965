import Navigation

extension ShellCompletion {
    var fish: String {
        let isCommand = "not __fish_seen_subcommand_from \(commandNames.joined(separator: " "))"
        let programOptions = manual.options.map { option in
            "complete -c almanac \(fishOption(option)) -d \(Self.quote(option.summary.description))"
        }
        let commands = manual.commands.flatMap { command in
            [
                "complete -c almanac -f -n '\(isCommand)' -a \(command.name) -d \(Self.quote(command.summary.description))"
            ]
                + fishWords(of: command)
        }
        return ([Self.fishNames(manual.version)] + programOptions + commands).joined(separator: "\n")
    }

    /// Returns the shell function that completes record names. Quotes and backslashes in the typed word are ignored.
    private static func fishNames(_ version: String) -> String {
        #"""
        # Completion of almanac \#(version) for fish.
        function __almanac_names
            almanac complete -- (commandline -ct | string replace -ra '^["\']|\\\\' '') 2>/dev/null
        end
        complete -c almanac -f
        """#
    }

    private func fishWords(of command: Command) -> [String] {
        let there = "complete -c almanac -n '__fish_seen_subcommand_from \(command.name)'"
        let words = words(of: command)
        return command.options.map { "\(there) \(fishOption($0)) -d \(Self.quote($0.summary.description))" }
            + (words.isEmpty ? [] : ["\(there) -a \(Self.quote(words.joined(separator: " ")))"])
            + (takesNames(command) ? ["\(there) -a '(__almanac_names)'"] : [])
            + (takesFiles(command) ? ["\(there) -F"] : [])
    }

    /// Returns the declaration of an option, such as `-l format -x -a 'table plain'` or `-s c -x`.
    private func fishOption(_ option: Option) -> String {
        let name = option.name.hasPrefix("--") ? "-l \(option.name.dropFirst(2))" : "-s \(option.name.dropFirst())"
        guard option.value != nil else { return name }
        return switch option.kind {
        case .choice(let words): "\(name) -x -a \(Self.quote(words.joined(separator: " ")))"
        case .order(let kind): "\(name) -x -a \(Self.quote(kind.orders.joined(separator: " ")))"
        case .file: "\(name) -r"
        default: "\(name) -x"
        }
    }
}
