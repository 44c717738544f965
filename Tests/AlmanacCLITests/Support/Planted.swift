import Synchronization
import TestSupport

/// Homes in which seeds were planted, once for all who begin with the same: `try Planted.home("flintstones", "solar")`.
enum Planted {
    private static let homes = Mutex<[[String]: HomeSnapshot]>([:])

    static func home(_ sets: String...) throws -> Home {
        let snapshot = try homes.withLock { homes in
            if let known = homes[sets] { return known }
            let home = try Home()
            let ending = try home.run(["seed"] + sets)
            guard ending.status == 0 else { throw ChildProcess.Failure(description: "seed: \(ending.errors)") }
            let made = try HomeSnapshot(of: home)
            homes[sets] = made
            return made
        }
        return try Home(as: snapshot)
    }
}
