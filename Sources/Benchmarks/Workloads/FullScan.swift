import BenchmarksC
import SQLite

extension Population {
    /// Every person into an array of structs.
    func fullScan() throws -> any Workload {
        try Reading("full scan into structs", of: count, goal: 1.55, in: self) { connection in
            try connection.all(Person.scan) { Person($0) }
        } c: { store in
            c_scan(store, Person.scan)
        } byHand: {
            $0.scan()
        } summary: {
            $0
        }
    }
}
