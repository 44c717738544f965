import Terminal

extension Format {
    /// Takes `--json` or `--format json` out of the words of a command; the last one counts.
    static func take(from words: inout [String]) throws -> Format? {
        var format: Format?
        var rest: [String] = []
        var unread = words[...]
        while let word = unread.popFirst() {
            if word == "--" {
                rest += [word] + unread
                break
            }
            if word == "--format" || word.hasPrefix("--format=") {
                guard let name = word == "--format" ? unread.popFirst() : String(word.dropFirst("--format=".count))
                else {
                    throw UsageProblem.valueMissing("--format")
                }
                guard let named = Format(rawValue: name) else {
                    throw UsageProblem.noChoice("--format", name, known: allCases.map(\.rawValue))
                }
                format = named
            } else if let short = allCases.first(where: { $0 != .plain && word == "--" + $0.rawValue }) {
                format = short
            } else {
                rest.append(word)
            }
        }
        words = rest
        return format
    }
}
