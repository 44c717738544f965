import Model

/// The tables of user data, whose changes the history records. A test finds tables that are missing from this list.
enum RecordedTables {
    static let names = [
        "planet", "planet_alias", "planet_field", "planet_citation", "person", "person_email", "person_phone",
        "person_address", "person_url", "person_messenger", "person_profile", "person_language", "person_position",
        "person_relation", "person_field", "person_card",
        "person_uid", "person_merge", "people_group", "group_card", "membership", "group_planet", "note", "favorite",
        "planted",
        "account",
    ]
}

extension Kind {
    /// The name of the table that stores records of this kind.
    var table: String { self == .group ? "people_group" : rawValue }

    init?(table: String) {
        guard let kind = Kind.allCases.first(where: { $0.table == table }) else { return nil }
        self = kind
    }
}
