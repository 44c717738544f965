import Localization
import Model

extension CardRecords {
    /// Returns whether a person already has all related records of a card.
    func has(_ incoming: IncomingCard, _ person: Int64) throws -> Bool {
        try isInGroups(of: incoming, person) && hasNotes(of: incoming, person)
    }

    /// Returns the titles of the related records of a card that a person lacks.
    func missing(_ incoming: IncomingCard, _ person: Int64) throws -> [Title] {
        let groups: [Title] = try isInGroups(of: incoming, person) ? [] : ["Groups"]
        return try hasNotes(of: incoming, person) ? groups : groups + ["Notes"]
    }

    private func isInGroups(of incoming: IncomingCard, _ person: Int64) throws -> Bool {
        try incoming.card.categories.allSatisfy { category in
            guard let group = try groups.known(named: category) else { return false }
            return try group.isSearch || groups.isMember(person, of: group.id)
        }
    }

    private func hasNotes(of incoming: IncomingCard, _ person: Int64) throws -> Bool {
        let record = RecordID(kind: .person, number: person)
        return try incoming.card.notes.allSatisfy { try notes.has($0, about: record) }
    }
}
