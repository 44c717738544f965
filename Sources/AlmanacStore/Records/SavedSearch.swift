import Model
import SQLite

/// What finds the members of a smart group: words that they have, a filter that lets them through, or both.
struct SavedSearch: Hashable {
    let group: Address
    let search: String?
    let filter: String?

    /// Nil for a group that keeps its members.
    init?(of group: Int64, in connection: Connection) throws {
        let saved = try connection.first(
            "SELECT search, person_filter FROM people_group WHERE id = ?1", { $0[1] = group }
        ) { (search: $0[0] as String?, filter: $0[1] as String?) }
        guard let saved else { return nil }
        self.init(of: group, search: saved.search, filter: saved.filter)
    }

    init?(of group: Int64, search: String?, filter: String?) {
        guard search != nil || filter != nil else { return nil }
        self.group = Address(kind: .group, number: group)
        self.search = search
        self.filter = filter
    }

    /// Its filter, and another one.
    func filter(and other: Filter?) throws -> Filter? {
        guard let filter else { return other }
        do throws(FilterProblem) {
            let own = try Filter(filter, of: .person)
            return try other.map { other throws(FilterProblem) in
                try Filter("(\(own.text)) and (\(other.text))", of: .person)
            } ?? own
        } catch {
            let reason = error.explanation.sentences.joined(separator: " ")
            throw RecordProblem.badFilter(group, filter: filter, reason: reason)
        }
    }

    /// All persons, narrowed to whom the search finds; the filter is not yet in it.
    func found(in connection: Connection) throws -> Selection {
        let all = Tables.persons.scope(.all)
        return try search.map { try all.narrowed(to: $0, id: "person.id", of: .person, in: connection) } ?? all
    }

    /// Whom it finds.
    func selection(in connection: Connection) throws -> Selection {
        try found(in: connection).filtered(by: try filter(and: nil), over: Tables.persons.filterColumns)
    }
}
