import Almanac
import FileIO
import Glibc
import Localization
import Model
import Navigation
import Sync
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

    /// Creates candidates that complete a field name or, after a dot, the label of the field or a part of its value.
    init(fields hints: [FieldHint], startingWith text: String) {
        guard let dot = text.firstIndex(of: ".") else {
            let typed = Folding.fold(text)
            self.init(
                hints.filter { Folding.fold($0.key).hasPrefix(typed) }.map { hint in
                    Completions.Candidate(hint.key + "=", title: "\(hint.key)= \(hint.title)")
                })
            return
        }
        let hint = hints.first { $0.key == text[..<dot] && $0.isLabeled }
        // The part of a value follows the label, or replaces it.
        let last = text.lastIndex(of: ".") ?? dot
        let typed = Folding.fold(String(text[text.index(after: last)...]))
        let words = (last == dot ? Self.labels : []) + (hint?.parts.map(\.rawValue) ?? [])
        self.init(
            words.filter { hint != nil && Folding.fold($0).hasPrefix(typed) }.map {
                Completions.Candidate("\(text[...last])\($0)=")
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
        replacing { ((try? ShellWords.split($0)) ?? []).joined(separator: " ") }
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

/// A completer for records, history steps, deleted records, data sets, remotes, and conflicts.
struct StoreCompleter: Sendable {
    let search: any SearchDataSource
    let history: any HistoryDataSource
    let seeds: any SeedDataSource
    let remotes: any RemoteDataSource
    private static let limit = 200

    /// Returns the records whose names start with a prefix or, if no names do, the records with a name part that starts
    /// with the prefix. Ambiguous names and names that look like other arguments are replaced with IDs.
    func names(startingWith text: String, of kinds: Set<Kind>) async -> Candidates {
        guard var found = try? await search.names(beginningWith: text, of: kinds, limit: Self.limit) else {
            return Candidates()
        }
        if found.references.isEmpty, let others = await names(withWordsOf: text, of: kinds) { found = others }
        let counts = Dictionary(grouping: found.references, by: \.name).mapValues(\.count)
        return Candidates(
            found.references.map { reference in
                let isClear = counts[reference.name] == 1 && reference.name.isReadAsName
                let word = isClear ? ShellWords.quote(reference.name) : reference.id.description
                return Completions.Candidate(word + " ", title: "\(reference.name) · \(reference.id)")
            }, total: found.total, isCapped: found.isCapped)
    }

    /// Returns the names that start with a prefix, without quotes.
    func names(startingWith text: String, of kind: Kind) async -> [String] {
        (try? await search.names(beginningWith: text, of: [kind], limit: Self.limit))?.references.map(\.name) ?? []
    }

    /// Returns the records with a name part that starts with a prefix, such as Luke Skywalker for `sky`. Returns `nil`
    /// if the prefix is a single letter or the search fails.
    private func names(withWordsOf text: String, of kinds: Set<Kind>) async -> Names? {
        guard text.count > 1, let found = try? await search.find(text, at: .beginning, limit: Self.limit) else {
            return nil
        }
        let names = found.matches.filter {
            $0.field == "name" && $0.correction == nil && kinds.contains($0.reference.id.kind)
        }
        return Names(names.map(\.reference), total: names.count, isCapped: found.hasMore)
    }

    /// Returns the records whose names start with a word, which may follow a prefix such as `persons/`. Also returns
    /// the prefixes that start with the word.
    func records(startingWith word: String, of kinds: Set<Kind>) async -> Candidates {
        guard let slash = word.firstIndex(of: "/"), let kind = Kind(plural: word[..<slash]), kinds.contains(kind) else {
            let prefixes = kinds.flatMap { [$0.plural] + $0.aliases }.map { $0 + "/" }
            let begun = word.isEmpty ? [] : prefixes.filter { $0.hasPrefix(word) }.sorted()
            return await names(startingWith: word, of: kinds) + Candidates(begun.map { Completions.Candidate($0) })
        }
        let name = String(word[word.index(after: slash)...])
        guard Int(name) == nil, let found = try? await search.names(beginningWith: name, of: [kind], limit: Self.limit)
        else { return Candidates() }
        return Candidates(
            found.references.map { Completions.Candidate("\($0.id) ", title: "\($0.name) · \($0.id)") },
            total: found.total, isCapped: found.isCapped)
    }

    /// Returns the kind of the first record whose name starts with the given text, if any.
    func kind(of name: String) async -> Kind? {
        let found = try? await search.names(beginningWith: name, of: Set(Kind.allCases), limit: 1)
        return found?.references.first?.id.kind
    }

    /// Returns the recent history steps whose numbers start with a prefix.
    func steps(startingWith word: String) async -> Candidates {
        let steps = (try? await history.steps(about: nil, at: .beginning, limit: Self.limit))?.items ?? []
        return Candidates(
            steps.filter { String($0.id.rawValue).hasPrefix(word) }.map { step in
                let otherProgram: Message = "another program"
                let what = if case .command(let line, _) = step.origin { line } else { otherProgram.localized }
                return Completions.Candidate("\(step.id.rawValue) ", title: "\(step.id.rawValue) · \(what)")
            })
    }

    /// Returns the deleted records whose IDs or names start with a prefix, most recently deleted first.
    func trash(startingWith word: String) async -> Candidates {
        let deletedRecords = (try? await history.trash(at: .beginning, limit: Self.limit))?.items ?? []
        let typed = Folding.fold(word)
        return Candidates(
            deletedRecords.map(\.record).filter { record in
                record.id.description.hasPrefix(word) || Folding.fold(record.name).hasPrefix(typed)
            }.map { Completions.Candidate("\($0.id) ", title: "\($0.name) · \($0.id)") })
    }

    /// Returns the data sets whose names start with a prefix.
    func dataSets(startingWith word: String) async -> Candidates {
        Candidates(words: Set((try? await seeds.sets())?.map(\.name) ?? []), startingWith: word)
    }

    /// Returns the remotes whose names start with a prefix.
    func remotes(startingWith word: String) async -> Candidates {
        Candidates(words: Set((try? await remotes.remotes())?.map(\.name) ?? []), startingWith: word)
    }

    /// Returns the unresolved conflicts whose numbers start with a prefix.
    func conflicts(startingWith word: String) async -> Candidates {
        let conflicts = (try? await remotes.conflicts()) ?? []
        return Candidates(
            conflicts.filter { String($0.id.rawValue).hasPrefix(word) }.prefix(Self.limit).map { conflict in
                let property = "\(conflict.record.name) · \(conflict.property.property)"
                return Completions.Candidate("\(conflict.id.rawValue) ", title: "\(conflict.id.rawValue) · \(property)")
            })
    }
}
