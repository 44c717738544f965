import Navigation

extension ShellCompletion {
    var zsh: String {
        """
        #compdef almanac
        # Completion of almanac \(manual.version) for zsh: eval "$(almanac completion zsh)"
        _almanac() {
            local command="" index
            local -a choices options found
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
        \(valueSlots.map(zshValue).joined(separator: "\n"))
            esac
            case "$command" in
                "")
                    choices=(
        \(manual.commands.map(zshCommand).joined(separator: "\n"))
                    )
                    _describe command choices
                    ;;
        \(manual.commands.map(zshCase).joined(separator: "\n"))
            esac
            if [[ "${words[CURRENT]}" == -* ]]; then compadd -- $options; fi
        }
        compdef _almanac almanac
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

    private func zshCase(_ command: Command) -> String {
        let names = ([command.name] + command.aliases.filter { $0 != "?" }).joined(separator: "|")
        let words = words(of: command)
        let asking = "found=(${(f)\"$(almanac complete -- \"${(Q)PREFIX}\" 2>/dev/null)\"}); compadd -U -- $found"
        let parts = [
            command.options.isEmpty ? nil : "options+=(\(command.options.map(\.name).joined(separator: " ")))",
            words.isEmpty ? nil : "compadd -- \(words.joined(separator: " "))",
            takesNames(command) ? "[[ -n \"$PREFIX\" ]] && { \(asking); }" : nil,
            takesFiles(command) ? "_files" : nil,
        ]
        return "        \(names)) \((parts.compactMap { $0 } + [":"]).joined(separator: "; ")) ;;"
    }
}
