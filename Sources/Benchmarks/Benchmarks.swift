import SQLite

/// Measures the module against the same work in plain C calls: `swift run -c release Benchmarks`.
@main
enum Benchmarks {
    static let rounds = 9
    static let population = 200_000
    static let lookups = 100_000

    static func main() throws {
        try withTemporaryFolder { folder in
            let people = (1...population).map { Person(number: $0) }
            var arena = Arena(capacity: population * 128)
            defer { arena.free() }
            let rawPeople = people.map { RawPerson($0, in: &arena) }
            let ids = (0..<lookups).map { Int64($0 * 7919 % population + 1) }

            let swiftly = try Swiftly(at: folder + "/swift.sqlite")
            let rawly = Rawly(at: folder + "/c.sqlite", capacity: population)
            var insert = Comparison("bulk insert", of: population, bar: 1.18)
            var scan = Comparison("full scan into structs", of: population, bar: 1.55)
            var lookup = Comparison("lookup by key", of: lookups, bar: 1.05)

            for round in 0..<rounds {
                try swiftly.empty()
                rawly.empty()
                try insert.measure(round, swift: { try swiftly.insert(people) }, c: { rawly.insert(rawPeople) })
                var read: [Person] = []
                try scan.measure(round, swift: { read = try swiftly.scan() }, c: { _ = rawly.scan() })
                guard read == people else { throw WrongResult() }
                var sums = (0.0, 1.0)
                try lookup.measure(
                    round, swift: { sums.0 = try swiftly.lookUp(ids) }, c: { sums.1 = rawly.lookUp(ids) })
                guard sums.0 == sums.1 else { throw WrongResult() }
            }
            print(Comparison.header)
            for comparison in [insert, scan, lookup] { print(comparison) }
        }
    }
}

/// The two ways did not do the same work, so their times mean nothing.
struct WrongResult: Error {}
