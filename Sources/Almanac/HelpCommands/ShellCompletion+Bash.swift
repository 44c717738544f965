import Navigation

extension ShellCompletion {
    var bash: String {
        """
        # Completion of almanac \(manual.version) for bash: eval "$(almanac completion bash)"
        _almanac() {
            local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
            local command="" words="" names="" options="\(optionNames.joined(separator: " "))" index name typed
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
        \(valueSlots.map(bashValue).joined(separator: "\n"))
            esac
            case "$command" in
                "") words="\(commandNames.joined(separator: " "))" ;;
        \(manual.commands.map(bashCase).joined(separator: "\n"))
            esac
            if [[ "$current" == -* ]]; then
                COMPREPLY=($(compgen -W "$options" -- "$current"))
                return
            fi
            COMPREPLY=($(compgen -W "$words" -- "$current"))
            if [[ -n "$names" && -n "$current" ]]; then _almanac_names "$2"; fi
        }
        \(Self.bashNames)
        complete -o default -F _almanac almanac
        """
    }

    /// The function that completes names. Bash replaces `$1`, the word after an open quote. In quotes, names with
    /// characters that would need a backslash are not offered.
    private static let bashNames = #"""
        _almanac_names() {
            local line="${COMP_LINE:0:COMP_POINT}" typed="${1#[\"\']}" unsafe="" name
            [[ "$line" == *"$1" ]] || return
            case "${line%"$1"}" in
                *[[:space:]=]) ;;
                *[[:space:]=]\") unsafe='[\\$`"!]' ;;
                *[[:space:]=]\' | *[[:space:]=]\$\') unsafe="[\\\\']" ;;
                *) return ;;
            esac
            while IFS= read -r name; do
                if [[ -z "$unsafe" ]]; then
                    printf -v name '%q' "$name"
                elif [[ "$name" == *$unsafe* ]]; then
                    continue
                fi
                COMPREPLY+=("$name")
            done < <(almanac complete -- "${typed//\\/}" 2>/dev/null)
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

    private func bashCase(_ command: Command) -> String {
        let names = ([command.name] + command.aliases.filter { $0 != "?" }).joined(separator: "|")
        let options = command.options.map(\.name).joined(separator: " ")
        let parts = [
            "words=\"\(words(of: command).joined(separator: " "))\"", takesNames(command) ? "names=1" : nil,
            options.isEmpty ? nil : "options=\"\(options) $options\"",
        ]
        return "        \(names)) \(parts.compactMap { $0 }.joined(separator: "; ")) ;;"
    }
}
