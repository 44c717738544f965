import Almanac
import Navigation
import Rendering
import Terminal

/// A highlighter for command lines. It distinguishes commands, options, quoted text, and unknown commands.
struct CommandHighlighter: Sendable {
    private let names: Set<String>

    init(_ scene: Scene) { names = Set(scene.commands.flatMap { [$0.name] + $0.aliases }) }

    func highlight(_ line: String) -> [(range: Range<Int>, style: Style)] {
        let typed = TypedLine(line)
        let end = line.count
        return typed.commands.flatMap { words in
            words.enumerated().compactMap { index, word in
                let isTyping = word.range.upperBound == end
                let isOpen = isTyping && typed.openQuote != nil
                return (isOpen ? .warning : style(of: word, isFirst: index == 0, isTyping)).map { (word.range, $0) }
            }
        }
    }

    private func style(of word: TypedLine.Word, isFirst: Bool, _ isTyping: Bool) -> Style? {
        if isFirst {
            let name = word.text.hasPrefix(":") ? String(word.text.dropFirst()) : word.text
            if names.contains(name) { return .strong }
            let isOther = Int(name) != nil || name.contains("/") || name.contains("=")
            let isBegun = isTyping && names.contains { $0.hasPrefix(name) }
            return isOther || isBegun ? nil : .warning
        }
        if word.isQuoted { return .good }
        return word.text.hasPrefix("--") ? .code : nil
    }
}
