import Model

/// A way to choose among several rows of a planet in a table that does not mark the default solutions.
public enum SolutionChoice: String, Hashable, Sendable, CaseIterable {
    case first
    /// The row that was published or changed last.
    case newest
    /// The row with the most values.
    case complete
}

/// The rows of a table that has several solutions of a planet, and no mark for the default one.
struct PlanetSolutions {
    private let choice: SolutionChoice
    private var chosen: [String: CatalogEntry] = [:]
    /// The keys of the planets that are not returned yet, in the order of the file.
    private var keys: ArraySlice<String> = []

    init(_ choice: SolutionChoice) { self.choice = choice }

    /// Returns the item if it can be imported at once. A row is held back if a later row of its planet may be better.
    mutating func add(_ item: CatalogItem) -> CatalogItem? {
        guard case .entry(let entry) = item else { return item }
        let key = entry.name.lowercased()
        guard let present = chosen[key] else {
            chosen[key] = entry
            guard choice != .first else { return item }
            keys.append(key)
            return nil
        }
        if isBetter(entry, than: present) { chosen[key] = entry }
        return .otherSolution
    }

    /// Returns the next row that was held back, after the end of the file.
    mutating func next() -> CatalogEntry? { keys.popFirst().flatMap { chosen[$0] } }

    private func isBetter(_ entry: CatalogEntry, than present: CatalogEntry) -> Bool {
        switch choice {
        case .first: false
        case .newest: entry.published > present.published
        case .complete: entry.assignments.count > present.assignments.count
        }
    }
}
