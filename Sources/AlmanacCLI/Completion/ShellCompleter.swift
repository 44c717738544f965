import Almanac
import Model
import Navigation
import Text

/// A completer for command lines in a shell, which quotes the completed words itself.
struct ShellCompleter: Sendable {
    let completer: CommandCompleter

    /// Returns the texts that complete a word, without duplicates. A text that can be continued ends with `=`, `.`,
    /// `:`, or `/`.
    ///
    /// - Parameters:
    ///   - typed: The start of the word, without quotes.
    ///   - line: The line before `typed`, starting with the name of the program. If it ends within a word, the texts
    ///     continue that word.
    func words(startingWith typed: String, after line: String) async -> [ShellCandidate] {
        var before = TypedLine(line).commands.last ?? []
        let isInWord = before.last?.range.upperBound == line.count
        let head = isInWord ? before.popLast()?.text ?? "" : ""
        let words = Self.command(in: before.dropFirst())
        let word = head + typed
        let found =
            words.isEmpty
            ? await completer.beginning(word)
            : await completer.word(word, isQuoted: word.contains(where: \.isWhitespace), after: words)
        // Names of several words must be quoted in a shell.
        guard found.start == nil else { return [] }
        let texts = found.candidates.map { Self.text(of: $0.replacement) }.filter { text in
            text.hasPrefix(head) && (RecordID(text) == nil || text.hasPrefix(word))
        }
        return Self.withoutLongerFields(texts).map { String($0.dropFirst(head.count)) }.unique.map { text in
            ShellCandidate(text, folded: Self.folded(text, containing: typed))
        }
    }

    /// Returns the text without accents if only this form contains the typed word.
    private static func folded(_ text: String, containing typed: String) -> String? {
        let folded = Folding.fold(text)
        return !text.lowercased().contains(typed.lowercased()) && folded.contains(typed.lowercased()) ? folded : nil
    }

    /// Returns a replacement without its quotes, even if they are not closed.
    private static func text(of replacement: String) -> String {
        (TypedLine(replacement).commands.last ?? []).map(\.text).joined(separator: " ").trimmed
    }

    /// Returns the texts without fields such as `phonetic=` whose name starts with that of another field, `phone=`. A
    /// shell would otherwise complete only the common part.
    private static func withoutLongerFields(_ texts: [String]) -> [String] {
        let fields = texts.filter { $0.hasSuffix("=") }
        let isLonger = { (field: String) in fields.contains { $0 != field && field.hasPrefix($0.dropLast()) } }
        return texts.filter { !$0.hasSuffix("=") || !isLonger($0) }
    }

    /// Returns the words of the command, without the options of the program before it.
    private static func command(in words: ArraySlice<TypedLine.Word>) -> [TypedLine.Word] {
        var rest = words
        while let word = rest.first?.text, word.hasPrefix("-") || word == DemoCommand.name {
            let option = ProgramOption.all.first { $0.option.name == word }?.option
            rest = rest.dropFirst(option?.value == nil ? 1 : 2)
        }
        return Array(rest)
    }
}
