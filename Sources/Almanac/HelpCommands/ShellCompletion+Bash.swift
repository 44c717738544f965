import Navigation

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

    /// The function that completes other words. Bash replaces `$1`, which starts after an open quote, `=`, or `:`. In
    /// quotes, words with characters that would need a backslash are not offered.
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
