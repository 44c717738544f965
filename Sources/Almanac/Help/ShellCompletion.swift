import Localization
import Model
import Navigation

/// A script that completes the arguments of `almanac` in a shell. The script contains all commands, options, and the
/// choices of options. The shell completes file paths itself. All other words, such as fields and names, come from
/// `almanac complete`.
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
        // The shell uses the first matching pattern, so options of commands come before those of the program.
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
        // The parameter `ID|NAME|FILE` of “restore” accepts a deleted record or a file.
        command.parameters.contains { $0.kind == .file || $0.name.contains("FILE") }
    }

    /// Quotes text in a form that all three shells accept.
    static func quote(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

extension ShellCompletion {
    var bash: String {
        """
        # Completion of almanac \(manual.version) for bash: eval "$(almanac completion bash)"
        _almanac() {
            local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
            local command="" words options="\(optionNames.joined(separator: " "))" index
            COMPREPLY=()
            for ((index = 1; index < COMP_CWORD; index++)); do
                case "${COMP_WORDS[index-1]}" in
                    \(namesOfOptionsWithValues.joined(separator: "|"))) continue ;;
                esac
                if [[ "${COMP_WORDS[index]}" != -* ]]; then
                    command="${COMP_WORDS[index]}"
                    break
                fi
            done
            case "$command:$previous" in
        \(staticSlots.map(bashValue).joined(separator: "\n"))
            esac
            case "$command" in
                "") [[ "$current" == -* ]] || options="\(commandNames.joined(separator: " "))" ;;
        \(manual.commands.compactMap(bashCase).joined(separator: "\n"))
            esac
            if [[ -z "$command" || "$current" == -* ]]; then
                COMPREPLY=($(compgen -W "$options" -- "$current"))
            else
                _almanac_words "$2"
            fi
        }
        \(Self.bashWords)
        complete -o default -F _almanac almanac
        """
    }

    /// The function that completes the words that the script does not contain. Bash replaces only the text in `$1`,
    /// which starts after an open quote, `=`, or `:`. Inside quotes, words that would need a backslash are not offered.
    private static let bashWords = #"""
        _almanac_words() {
            local line="${COMP_LINE:0:COMP_POINT}" typed="${1#[\"\']}" unsafe="" word
            [[ "$line" == *"$1" ]] || return
            line="${line%"$1"}"
            case "$line" in
                *[[:space:]=:]) ;;
                *[[:space:]=:]\") unsafe='[\\$`"!]' line="${line%\"}" ;;
                *[[:space:]=:]\' | *[[:space:]=:]\$\') unsafe="[\\\\']" line="${line%\'}" line="${line%\$}" ;;
                *) return ;;
            esac
            while IFS= read -r word; do
                [[ "$word" == *[=.:/] ]] && compopt -o nospace
                if [[ -z "$unsafe" ]]; then
                    printf -v word '%q' "$word"
                elif [[ "$word" == *$unsafe* ]]; then
                    continue
                fi
                COMPREPLY+=("$word")
            done < <(almanac complete -- "$line" "${typed//\\/}" 2>/dev/null)
        }
        """#

    private func bashValue(_ slot: (command: Command?, option: Option)) -> String {
        let reply =
            switch slot.option.kind {
            case .order(let kind):
                """
                [[ "$current" == -* ]] && words="-"; COMPREPLY=($(compgen -P "$words" -W \
                "\(kind.orders.joined(separator: " "))" -- "${current#-}")); return
                """
            case .choice(let words):
                "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$current\")); return"
            default: "return"
            }
        return "        \(pattern(of: slot))) \(reply) ;;"
    }

    private func bashCase(_ command: Command) -> String? {
        let names = ([command.name] + command.aliases.filter { $0 != "?" }).joined(separator: "|")
        let options = command.options.map(\.name).joined(separator: " ")
        return options.isEmpty ? nil : "        \(names)) options=\"\(options) $options\" ;;"
    }
}

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

    /// Returns the shell function that completes the words that the script does not contain. Quotes and backslashes in
    /// the typed word are ignored. Fish omits candidates that do not contain the typed word, so the function uses
    /// `--folded` to request names without accents.
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

    /// Returns the words that fish offers as the values of an option.
    private static func values(_ words: [String]) -> String {
        // After the tab, each word has an empty description. Without the tab, fish would repeat the description of the
        // option.
        quote(words.map { $0 + "\\t" }.joined(separator: " "))
    }
}

extension ShellCompletion {
    var zsh: String {
        """
        #compdef almanac
        # Completion of almanac \(manual.version) for zsh: eval "$(almanac completion zsh)"
        _almanac() {
            local command="" index typed
            local -a choices options words_found
            options=(\(optionNames.joined(separator: " ")))
            for ((index = 2; index < CURRENT; index++)); do
                case "${words[index-1]}" in
                    \(namesOfOptionsWithValues.joined(separator: "|"))) continue ;;
                esac
                if [[ "${words[index]}" != -* ]]; then
                    command="${words[index]}"
                    break
                fi
            done
            case "$command:${words[CURRENT-1]}" in
        \(staticSlots.map(zshValue).joined(separator: "\n"))
            esac
            case "$command" in
                "")
                    choices=(
        \(manual.commands.map(zshCommand).joined(separator: "\n"))
                    )
                    _describe command choices
                    ;;
        \(manual.commands.compactMap(zshCase).joined(separator: "\n"))
            esac
            if [[ "${words[CURRENT]}" == -* ]]; then
                compadd -- $options
            elif [[ -n "$command" ]]; then
                words_found=(${(f)"$(almanac complete -- "${(j: :)words[1,CURRENT-1]} " "${(Q)PREFIX}" 2>/dev/null)"})
                compadd -U -S '' -- ${(M)words_found:#*[=.:/]}
                compadd -U -- ${words_found:#*[=.:/]}
                # A candidate can begin with text other than its alias. Keep the typed text and list the candidates.
                typed="${(L)${(Q)PREFIX}}"
                if ((${#words_found} > 1)) && [[ -n ${${(L)words_found}:#${(b)typed}*} ]]; then
                    compstate[insert]= compstate[list]='list force'
                fi
            fi
        }
        # Zsh runs an autoloaded file as the body of the function.
        if [[ "${funcstack[1]}" == _almanac ]]; then _almanac "$@"; else compdef _almanac almanac; fi
        """
    }

    private func zshValue(_ slot: (command: Command?, option: Option)) -> String {
        let reply =
            switch slot.option.kind {
            case .order(let kind):
                "compset -P -; compadd -- \(kind.orders.joined(separator: " ")); return"
            case .choice(let words): "compadd -- \(words.joined(separator: " ")); return"
            case .file: "_files; return"
            default: "return"
            }
        return "        \(pattern(of: slot))) \(reply) ;;"
    }

    private func zshCommand(_ command: Command) -> String {
        let summary = command.summary.description.replacing(":", with: "\\:")
        return "                \(Self.quote("\(command.name):\(summary)"))"
    }

    private func zshCase(_ command: Command) -> String? {
        let names = ([command.name] + command.aliases.filter { $0 != "?" }).joined(separator: "|")
        let options = command.options.map(\.name).joined(separator: " ")
        let parts = [options.isEmpty ? nil : "options+=(\(options))", takesFiles(command) ? "_files" : nil]
            .compactMap(\.self)
        return parts.isEmpty ? nil : "        \(names)) \(parts.joined(separator: "; ")) ;;"
    }
}
