import Model
import Navigation

/// What the word at the cursor could be for, by the parameters of a command and the words before it.
struct Slots {
    /// The arguments before it, without options.
    let arguments: [String]
    /// The parameter it stands for; two where it may also be the word that ends a list.
    let open: [Parameter]
    private let words: [TypedLine.Word]
    /// Words in a row that may together be the beginning of one name.
    private let run: Run?

    private struct Run {
        let kinds: Set<Kind>
        let first: Int
    }

    init(of command: Command, behind all: [TypedLine.Word], among options: [Option]) {
        let words = Self.arguments(in: all, options)
        let parameters = command.parameters
        var place = 0
        var run: Run?
        for (index, word) in words.enumerated() {
            let rest = parameters.dropFirst(place)
            if let first = rest.first, first.isSkipped(at: word.text, before: rest.dropFirst().first) {
                place += 2
                run = nil
                continue
            }
            if !word.isPlain {
                run = nil
            } else if run == nil, case .record(let kinds) = rest.first?.kind {
                run = Run(kinds: kinds, first: index)
            }
            if let first = rest.first, !first.isOpen { place += 1 }
        }
        self.words = words
        self.run = run
        arguments = words.map(\.text)
        let rest = parameters.dropFirst(place)
        let mayEnd = rest.first.map { $0.isOpen || $0.count == .optional && rest.dropFirst().first?.isKeyword == true }
        open = Array(rest.prefix(mayEnd == true ? 2 : 1))
    }

    /// A name with blanks in it that nobody has quoted: `Betty R`.
    func name(endingWith word: String) -> (text: String, kinds: Set<Kind>, start: Int)? {
        guard let run, !word.contains("="), !word.contains("/") else { return nil }
        let text = (words[run.first...].map(\.text) + [word]).joined(separator: " ")
        return (text, run.kinds, words[run.first].range.lowerBound)
    }

    private static func arguments(in words: [TypedLine.Word], _ options: [Option]) -> [TypedLine.Word] {
        var arguments: [TypedLine.Word] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word.text.hasPrefix("--"), !word.isQuoted else {
                arguments.append(word)
                continue
            }
            if options.contains(where: { $0.name == word.text && $0.value != nil }) { _ = rest.popFirst() }
        }
        return arguments
    }
}

extension Parameter {
    fileprivate var isKeyword: Bool { if case .keyword = kind { true } else { false } }

    /// Whether the word is for the parameter behind it.
    fileprivate func isSkipped(at word: String, before next: Parameter?) -> Bool {
        (isOpen || count == .optional) && next?.kind == .keyword(word)
    }
}

extension TypedLine.Word {
    /// Whether it can be a part of a name that nobody has quoted.
    fileprivate var isPlain: Bool {
        !isQuoted && Int(text) == nil && !text.contains("/") && !text.contains("=")
    }
}
