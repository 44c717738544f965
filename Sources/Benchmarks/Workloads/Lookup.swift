import BenchmarksC
import SQLite

/// One person by key, again and again: all in one read transaction.
extension Population {
    func keptLookup() throws -> any Workload {
        let ids = ids(100_000)
        return try Reading("lookup by key, statement kept", of: ids.count, goal: 1.05, in: self) { connection in
            try connection.transaction(.deferred) {
                var digest = Digest()
                var lookup = try connection.prepare(Person.lookup)
                for id in ids {
                    if let person = try lookup.first({ $0[1] = id }, { Person($0) }) { digest.add(person) }
                }
                return digest
            }
        } c: { store in
            c_look_up(store, Person.lookup, ids, ids.count)
        } byHand: {
            $0.lookUp(ids)
        }
    }

    func cachedLookup() throws -> any Workload {
        let ids = ids(100_000)
        return try Reading("lookup by key, statement asked by SQL", of: ids.count, goal: 1.15, in: self) { connection in
            try connection.transaction(.deferred) {
                var digest = Digest()
                for id in ids {
                    let person = try connection.first(Person.lookup, { $0[1] = id }, { Person($0) })
                    if let person { digest.add(person) }
                }
                return digest
            }
        } c: { store in
            c_look_up(store, Person.lookup, ids, ids.count)
        } byHand: {
            $0.lookUp(ids)
        }
    }
}
