import BenchmarksC
import SQLite

extension Population {
    /// All the people of one team after another.
    func memberListing() throws -> any Workload {
        let sql = """
            SELECT \(Person.columns)
            FROM membership JOIN person ON person.id = membership.person
            WHERE membership.team = ?1
            """
        let teams = (0..<500).map { Int64($0 % (count / 200)) }
        return try Reading("members of a team", of: teams.count, in: self) { connection in
            try connection.transaction(.deferred) {
                var digest = Digest()
                var members = try connection.prepare(sql)
                for team in teams {
                    for person in try members.all({ $0[1] = team }, { Person($0) }) { digest.add(person) }
                }
                return digest
            }
        } c: { store in
            c_members(store, sql, teams, teams.count)
        }
    }
}
