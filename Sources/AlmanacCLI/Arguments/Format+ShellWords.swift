import Almanac
import Navigation
import Rendering
import Terminal

extension Format {
    /// The formats as options of their own; “--plain” is another one.
    static let options = allCases.filter { $0 != .plain }.map { "--" + $0.rawValue }

    /// The same, but that a command which writes in formats of its own is told of it instead.
    static func take(from words: inout [String], or format: Format? = nil, on stage: AppState) throws -> Format? {
        guard let format = try take(from: &words) ?? format else { return nil }
        guard let command = words.first, let option = Option.exportFormat, stage.accepts(option, command),
            !words.contains(option.name)
        else { return format }
        words.insert(contentsOf: [option.name, format.rawValue], at: 1)
        return nil
    }

    static func isOption(_ word: String) -> Bool {
        word == "--format" || word.hasPrefix("--format=") || options.contains(word)
    }

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
