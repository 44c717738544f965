import Navigation

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
                # A candidate can begin with other text than its alias. Keep the typed text and list the candidates.
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
