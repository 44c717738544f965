import SQLite
import TestSupport

/// A database with people, a search index, and teams.
struct Population {
    let path: String
    let count: Int

    init(_ count: Int, in folder: TemporaryFolder) throws {
        self.path = folder.file("\(count).sqlite")
        self.count = count
        let connection = try Connection(at: path, mode: .createNew)
        try Self.fill(connection, with: count)
        try connection.execute(Self.indexes)
    }

    static func fill(_ connection: Connection, with count: Int) throws {
        try connection.execute(Settings.pragmas + Person.table)
        try connection.transaction {
            var insert = try connection.prepare(Person.insert)
            for number in 1...count {
                try insert.run { Person(number: number).bind(to: &$0) }
            }
        }
    }

    /// The statements that create the indexes and the teams. One person in five is a member of a team.
    private static let indexes = """
        CREATE INDEX person_by_name ON person (family, given, id);
        CREATE VIRTUAL TABLE person_search USING fts5 (
            given, family, email, content = 'person', content_rowid = 'id', prefix = '2 3'
        );
        INSERT INTO person_search (person_search) VALUES ('rebuild');
        CREATE TABLE membership (
            team INTEGER NOT NULL, person INTEGER NOT NULL REFERENCES person (id), PRIMARY KEY (team, person)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO membership SELECT id * 31 % (SELECT max(id) / 200 FROM person), id FROM person WHERE id % 5 = 0;
        """

    /// Returns up to the given number of distinct IDs, spread over the entire table.
    func ids(_ number: Int) -> [Int64] {
        (0..<min(number, count)).map { Int64($0 * 7919 % count + 1) }
    }
}
