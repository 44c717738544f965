import Model
import Navigation

/// The parameters that the word at the cursor can belong to.
struct CompletionSlots {
    /// The arguments before the word at the cursor, without options.
    let arguments: [String]
    /// The next parameter, and the parameter after it if the next parameter can be skipped or is a list.
    let open: [Parameter]
    private let words: [TypedLine.Word]
    /// The consecutive words that may be the start of an unquoted name.
    private let run: Run?

    private struct Run {
        let kinds: Set<Kind>
        let first: Int
    }

    init(of command: Command, after all: [TypedLine.Word], among options: [Option]) {
        let words = Self.arguments(in: all, options)
        let parameters = command.parameters
        let match = ParameterMatch(words.map(\.text), to: parameters, isComplete: false)
        var run: Run?
        for (index, word) in words.enumerated() {
            let parameter = match.places[index].map { parameters[$0] }
            if !word.isPlain || parameter?.isKeyword == true {
                run = nil
            } else if run == nil, case .record(let kinds) = parameter?.kind {
                run = Run(kinds: kinds, first: index)
            }
        }
        self.words = words
        self.run = run
        arguments = words.map(\.text)
        let rest = parameters.dropFirst(match.next)
        let mayEnd = rest.first.map { $0.isOpen || $0.count == .optional && rest.dropFirst().first?.isKeyword == true }
        open = Array(rest.prefix(mayEnd == true ? 2 : 1))
    }

    /// Returns the unquoted name with spaces that ends with a word, such as `Betty R`.
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

extension TypedLine.Word {
    /// Whether the word can be part of an unquoted name.
    fileprivate var isPlain: Bool {
        !isQuoted && Int(text) == nil && !text.contains("/") && !text.contains("=")
    }
}
