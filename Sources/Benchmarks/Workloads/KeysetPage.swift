import BenchmarksC
import SQLite

extension Population {
    /// Page after page of 50 by name, each found by the last person of the one before.
    func keysetPages() throws -> any Workload {
        let sql = """
            SELECT \(Person.columns) FROM person
            WHERE (family, given, id) > (?1, ?2, ?3) ORDER BY family, given, id LIMIT 50
            """
        let pages = min(1000, count / 50)
        return try Reading("keyset page of 50", of: pages, in: self) { connection in
            try connection.transaction(.deferred) {
                var digest = Digest()
                var last = (family: "", given: "", id: Int64(0))
                var page = try connection.prepare(sql)
                for _ in 0..<pages {
                    let people = try page.all({ ($0[1], $0[2], $0[3]) = last }, { Person($0) })
                    for person in people { digest.add(person) }
                    if let end = people.last { last = (end.family, end.given, end.id) }
                }
                return digest
            }
        } c: { store in
            c_pages(store, sql, pages)
        }
    }
}
