import Glibc
import TestSupport
import Testing

/// The daily backup that a command starts in the background.
@Suite("Daily backup of single commands", .childProcesses)
struct DailyBackupTests {
    private static let enabled = ["ALMANAC_DAILY_BACKUP": ""]

    private func reasons(_ home: Home) throws -> [String] {
        try home.almanac("backups", "--json").rows.compactMap { $0["reason"]?.string }
    }

    /// Waits until the condition is met. The wait is limited only by the time limit of the test.
    private func wait(until isMet: () throws -> Bool) rethrows {
        while try !isMet() { usleep(10_000) }
    }

    @Test(.timeLimit(.minutes(2))) func `All commands on one day make one backup and print nothing about it`() throws {
        let home = try SeededHome.home("flintstones")
        for number in 1...5 {
            let ending = try home.almanac("edit", "persons/1", "nickname=N\(number)", with: Self.enabled)
            #expect(ending.status == 0 && !ending.errors.contains("backup"))
        }
        try wait { try !reasons(home).isEmpty }
        try home.almanac("-c", "edit persons/1 nickname=N6", "-c", "edit persons/1 nickname=N7", with: Self.enabled)
        #expect(try home.almanac("backups", "--daily", "--json").rows.count == 1)
        #expect(try reasons(home) == ["daily"])
    }

    @Test(.timeLimit(.minutes(2))) func `Concurrent commands make one backup`() throws {
        let home = try SeededHome.home("flintstones")
        let line = "for i in 1 2 3 4 5 6; do almanac edit persons/$i nickname=N & done; wait"
        #expect(try home.shell("export ALMANAC_DAILY_BACKUP=; \(line)").status == 0)
        try wait { try !reasons(home).isEmpty }
        #expect(try home.almanac("backups", "--daily", "--json").rows.count == 1)
        #expect(try home.almanac("persons", "--json").rows.count { $0["nickname"]?.string == "N" } == 6)
    }

    @Test(arguments: [["persons"], ["edit", "persons/1", "nickname=N", "--dry-run"], ["groups"]])
    func `A command without changes does not start a backup`(_ words: [String]) throws {
        let home = try SeededHome.home("flintstones")
        #expect(try home.run(words, with: Self.enabled).status == 0)
        #expect(try reasons(home).isEmpty)
        #expect(!home.exists(home.store + ".backups"))
    }

    @Test(.timeLimit(.minutes(2)))
    func `backups --daily repeats a background backup that was killed and removes its leftovers`() throws {
        let home = try SeededHome.home("flintstones")
        let plan = try FaultPlan(for: home)
        // Only the backup, not the edit, renames files.
        try plan.set(Fault(call: .rename, first: 1, lasts: true, kind: .kill))
        try home.almanac(
            "edit", "persons/1", "nickname=N", with: plan.environment.merging(Self.enabled) { $1 })
        wait { plan.calls.contains { $0.call == .rename } }
        try wait { try home.almanac("backups", "--daily", "--json").rows.count == 1 }
        #expect(home.names(in: home.store + ".backups").allSatisfy { !$0.hasPrefix(".") })
    }

    @Test func `A backup that fails does not affect the command`() throws {
        let home = try SeededHome.home("flintstones")
        let plan = try FaultPlan(for: home)
        try plan.set(Fault(call: .mkdir, first: 1, lasts: true, kind: .readOnly))
        let ending = try home.almanac(
            "edit", "persons/1", "nickname=N", with: plan.environment.merging(Self.enabled) { $1 })
        #expect(ending.status == 0 && !ending.errors.contains("backup"))
        #expect(try home.almanac("show", "persons/1", "--json").json["nickname"]?.string == "N")
    }
}
