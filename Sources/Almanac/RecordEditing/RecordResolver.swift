import Model
import Navigation

/// Finds the record that a word stands for: `persons/7`, `planets/earth`, `Leia Organa`, or a row on screen.
struct RecordResolver: Sendable {
    let services: Services

    func editor(for kind: Kind) -> any RecordEditing {
        switch kind {
        case .person: RecordEditor(source: services.persons, directory: self)
        case .group: RecordEditor(source: services.groups, directory: self)
        case .planet: RecordEditor(source: services.planets, directory: self)
        case .note: RecordEditor(source: services.notes, directory: self)
        }
    }

    /// How many records of a kind there are, also those that lists usually leave out.
    func count(_ kind: Kind) async throws -> Int {
        switch kind {
        case .person: try await services.persons.count(.all, matching: "")
        case .group: try await services.groups.count(.all, matching: "")
        case .planet: try await services.planets.count(.all, matching: "")
        case .note: try await services.notes.count(.all, matching: "")
        }
    }

    /// The record an argument stands for; throws if there is none, or several.
    func reference(_ word: String, among kinds: [Kind] = Kind.allCases, in invocation: Invocation? = nil) async throws
        -> RecordReference
    {
        if let address = invocation?.row(word) ?? RecordID(word) {
            guard kinds.contains(address.kind) else { throw CommandProblem.wrongKind(address, wanted: kinds) }
            return try await reference(address)
        }
        let (name, named) = try await namesakes(of: word, among: kinds)
        switch named.count {
        case 0:
            let isNumber = name.allSatisfy(\.isNumber)
            throw CommandProblem.notFound(
                word, suggestions: isNumber ? [] : try await services.search.names(like: name, limit: 3))
        case 1:
            return named[0]
        default:
            throw CommandProblem.ambiguous(word, named)
        }
    }

    /// The record at an address; of a person that was merged into another the other.
    private func reference(_ address: RecordID) async throws -> RecordReference {
        do {
            return try await editor(for: address.kind).reference(address)
        } catch let problem as RecordProblem where problem == .notFound(address) {
            guard let id = Person.ID(address), let mergeTarget = try await services.duplicates.mergeTarget(of: id)
            else {
                throw problem
            }
            return mergeTarget
        }
    }

    func address(_ word: String, among kinds: [Kind] = Kind.allCases, in invocation: Invocation? = nil) async throws
        -> RecordID
    {
        try await reference(word, among: kinds, in: invocation).address
    }

    /// The word for a record: its name, if that is nobody else's, or its address.
    func word(for address: RecordID, among kinds: [Kind]) async throws -> String {
        let name = try await editor(for: address.kind).reference(address).name
        let isOneLine = name == name.trimmed && !name.contains(where: \.isNewline)
        guard isOneLine, try await namesakes(of: name, among: kinds).1.map(\.address) == [address] else {
            return address.description
        }
        return name
    }

    /// The record an argument stands for, even if it was deleted; that has no name any more.
    func addressEvenIfGone(_ word: String, in invocation: Invocation) async throws -> RecordID {
        if let address = invocation.row(word) ?? RecordID(word) { return address }
        return try await address(word, in: invocation)
    }

    /// Those with a name, in the kind before the slash if there is one.
    private func namesakes(of word: String, among kinds: [Kind]) async throws -> (name: String, [RecordReference]) {
        if let slash = word.firstIndex(of: "/"), let kind = Kind(plural: word[..<slash]), kinds.contains(kind) {
            let name = String(word[word.index(after: slash)...])
            return (name, try await editor(for: kind).named(name))
        }
        var all: [RecordReference] = []
        for kind in kinds { all += try await editor(for: kind).named(word) }
        return (word, all)
    }
}
