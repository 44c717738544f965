import Synchronization
import TestSupport

/// Homes with sample data that is loaded only once: `try SeededHome.home("flintstones", "solar")`. Without names, the
/// database is empty.
enum SeededHome {
    private static let homes = Mutex<[[String]: HomeSnapshot]>([:])
    private static let empty = Result {
        let home = try Home()
        let ending = try home.almanac("persons")
        guard ending.status == 0 else { throw ChildProcess.Failure(description: "persons: \(ending.errors)") }
        return try HomeSnapshot(of: home)
    }

    static func home(_ sets: String...) throws -> Home { try home(with: sets) }

    static func home(with sets: [String]) throws -> Home {
        let snapshot = try homes.withLock { homes in
            var snapshot = try empty.get()
            // Reuse the snapshot of the same leading sets, because large sets load slowly.
            for (index, set) in sets.enumerated() {
                let part = Array(sets[...index])
                if let known = homes[part] {
                    snapshot = known
                    continue
                }
                let home = try Home(as: snapshot)
                let ending = try home.run(["seed", set])
                guard ending.status == 0 else { throw ChildProcess.Failure(description: "seed: \(ending.errors)") }
                snapshot = try HomeSnapshot(of: home)
                homes[part] = snapshot
            }
            return snapshot
        }
        return try Home(as: snapshot)
    }
}
