import BenchmarksC
import SQLite

extension Population {
    /// The 20 best of all whose name, or address, has a word that begins so.
    func prefixSearch() throws -> any Workload {
        let sql = """
            SELECT \(Person.columns)
            FROM person_search JOIN person ON person.id = person_search.rowid
            WHERE person_search MATCH ?1 ORDER BY rank LIMIT 20
            """
        let words = (1...200).map { "\(Person(number: $0 * 613).family.prefix(5))*" }
        let lines = words.joined(separator: "\n")
        return try Reading("search by prefix, 20 best of \(count)", of: words.count, goal: 1.22, in: self) {
            connection in
            try connection.transaction(.deferred) {
                var digest = Digest()
                var search = try connection.prepare(sql)
                for word in words {
                    for person in try search.all({ $0[1] = word }, { Person($0) }) { digest.add(person) }
                }
                return digest
            }
        } c: { store in
            c_search(store, sql, lines)
        }
    }
}
