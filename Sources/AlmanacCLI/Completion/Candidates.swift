import Navigation
import Terminal
import Text

/// What could stand in a place, from one source or several.
struct Candidates {
    var candidates: [Completions.Candidate] = []
    /// How many there are, beyond those that are listed.
    var total = 0
    var isCapped = false
    /// Where what they replace begins, if that is not where the word does.
    var start: Int?

    init() {}

    init(_ candidates: [Completions.Candidate], total: Int? = nil, isCapped: Bool = false) {
        self.candidates = candidates
        self.total = total ?? candidates.count
        self.isCapped = isCapped
    }

    /// Those of some words that begin with a text, capitals and accents aside.
    init(words: Set<String>, beginningWith text: String, behind prefix: String = "") {
        let typed = Folding.fold(text)
        self.init(
            words.filter { Folding.fold($0).hasPrefix(typed) }.sorted().map { word in
                Completions.Candidate(prefix + ShellWords.quote(word) + " ", title: prefix + word)
            })
    }

    /// Fields with the equals sign behind them, or behind a label.
    init(fields hints: [FieldHint], beginningWith text: String) {
        guard let dot = text.firstIndex(of: ".") else {
            let typed = Folding.fold(text)
            self.init(
                hints.filter { Folding.fold($0.key).hasPrefix(typed) }.map { hint in
                    Completions.Candidate(hint.key + "=", title: "\(hint.key)= \(hint.title)")
                })
            return
        }
        let label = Folding.fold(String(text[text.index(after: dot)...]))
        let isLabeled = hints.contains { $0.key == text[..<dot] && $0.isLabeled }
        self.init(
            Self.labels.filter { isLabeled && $0.hasPrefix(label) }.map {
                Completions.Candidate("\(text[...dot])\($0)=")
            })
    }

    /// What most people call their numbers and addresses; any other word will do.
    private static let labels = ["home", "mobile", "other", "work"]

    /// The same, each behind what stands already.
    func behind(_ prefix: String) -> Candidates {
        Candidates(
            candidates.map { Completions.Candidate(prefix + $0.replacement, title: $0.title) }, total: total,
            isCapped: isCapped)
    }

    /// The same as they are typed into a form, where nothing is quoted.
    var asAnswers: Candidates {
        let answers = candidates.map { candidate in
            let words = (try? ShellWords.of(candidate.replacement)) ?? []
            return Completions.Candidate(words.joined(separator: " "), title: candidate.title)
        }
        return Candidates(answers, total: total, isCapped: isCapped)
    }

    static func + (left: Candidates, right: Candidates) -> Candidates {
        let known = Set(left.candidates)
        let new = right.candidates.filter { !known.contains($0) }
        let all = left.candidates + new
        let total = left.total + right.total - (right.candidates.count - new.count)
        return Candidates(all, total: total, isCapped: left.isCapped || right.isCapped)
    }

    static func += (left: inout Candidates, right: Candidates) { left = left + right }
}
