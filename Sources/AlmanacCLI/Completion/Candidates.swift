import FileIO
import Glibc
import Navigation
import Terminal
import Text

/// The completion candidates from one or more sources.
struct Candidates {
    var candidates: [Completions.Candidate] = []
    /// The total number of candidates, including those not in `candidates`.
    var total = 0
    var isCapped = false
    /// The start of the text to replace, or `nil` for the start of the word.
    var start: Int?

    init(_ candidates: [Completions.Candidate] = [], total: Int? = nil, isCapped: Bool = false) {
        self.candidates = candidates
        self.total = total ?? candidates.count
        self.isCapped = isCapped
    }

    /// Creates candidates from the words that start with a prefix, ignoring case and accents.
    init(words: Set<String>, startingWith text: String, prefix: String = "") {
        let typed = Folding.fold(text)
        self.init(
            words.filter { Folding.fold($0).hasPrefix(typed) }.sorted().map { word in
                Completions.Candidate(prefix + ShellWords.quote(word) + " ", title: prefix + word)
            })
    }

    /// Creates candidates that complete a field name or, after a dot, the label of the field.
    init(fields hints: [FieldHint], startingWith text: String) {
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

    /// Creates candidates that complete the label of a new value in a form.
    init(labelsStartingWith text: String) {
        let typed = Folding.fold(text)
        self.init(Self.labels.filter { $0.hasPrefix(typed) }.map { Completions.Candidate("\($0): ") })
    }

    /// The suggested labels. Other labels are also valid.
    private static let labels = ["home", "mobile", "other", "work"]

    /// Returns the candidates with a prefix added to each replacement.
    func prefixed(by prefix: String) -> Candidates {
        replacing { prefix + $0 }
    }

    /// The candidates without quotes, for use as answers in a form.
    var asAnswers: Candidates {
        replacing { ((try? ShellWords.of($0)) ?? []).joined(separator: " ") }
    }

    private func replacing(_ change: (String) -> String) -> Candidates {
        var changed = self
        changed.candidates = candidates.map { Completions.Candidate(change($0.replacement), title: $0.title) }
        return changed
    }

    /// Returns the completions for the word in a range of the line.
    func completions(for word: Range<Int>) -> Completions {
        Completions(
            range: (start ?? word.lowerBound)..<word.upperBound, candidates: candidates, total: total,
            isCapped: isCapped)
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

/// A namespace for the completion of file paths.
enum PathCandidates {
    private static let limit = 1000

    /// Returns the paths that start with a prefix. Hidden files are returned only if the name in the prefix starts with
    /// a dot.
    ///
    /// - Parameter home: The home folder, for paths that start with `~/`.
    static func beginning(with path: String, home: String) -> Candidates {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let name = path.dropFirst(folder.count)
        let place = ShellWords.expandingHome(folder, home)
        let parent = place.isEmpty ? "." : place
        let found = Folder(path: parent).lazy.filter { entry in
            entry.hasPrefix(name) && (entry.hasPrefix(".") == name.hasPrefix("."))
        }
        let names = Array(found.prefix(limit + 1))
        return Candidates(
            names.prefix(limit).sorted().map { entry in
                let isFolder = LocalFiles.isFolder(parent + "/" + entry)
                let word = quoted(folder + entry + (isFolder ? "/" : ""))
                return Completions.Candidate(isFolder ? word : word + " ", title: entry)
            }, isCapped: names.count > limit)
    }

    private static func quoted(_ path: String) -> String {
        guard path.hasPrefix(ShellWords.homePrefix) else { return ShellWords.quote(path) }
        return ShellWords.homePrefix + ShellWords.quote(String(path.dropFirst(ShellWords.homePrefix.count)))
    }
}
