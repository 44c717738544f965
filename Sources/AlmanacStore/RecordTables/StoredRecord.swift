import Model

/// A record type with a table, for functions that work with records of any kind.
protocol StoredRecord: Recordable {
    static var table: RecordTable<Self> { get }
}

extension Person: StoredRecord { static var table: RecordTable<Person> { Tables.persons } }
extension Group: StoredRecord { static var table: RecordTable<Group> { Tables.groups } }
extension Planet: StoredRecord { static var table: RecordTable<Planet> { Tables.planets } }
extension Note: StoredRecord { static var table: RecordTable<Note> { Tables.notes } }

extension Kind {
    /// The content type of the records of this kind.
    var content: any StoredRecord.Type {
        switch self {
        case .person: Person.self
        case .group: Group.self
        case .planet: Planet.self
        case .note: Note.self
        }
    }
}
