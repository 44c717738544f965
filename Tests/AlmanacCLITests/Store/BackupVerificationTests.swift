import Glibc
import TestSupport
import Testing

/// The verification of an old backup in the background.
@Suite("Verification of backups", .childProcesses)
struct BackupVerificationTests {
    private static let enabled = ["ALMANAC_DAILY_BACKUP": ""]

    /// Returns a home with a backup that was made on another day.
    private func home() throws -> (home: Home, backup: String) {
        let home = try SeededHome.home("flintstones")
        let folder = home.store + ".backups"
        #expect(try home.almanac("backups", "--daily").status == 0)
        let made = try #require(home.names(in: folder).first { $0.hasSuffix(".db") })
        let old = "\(folder)/2026-01-02T030405.678Z-daily.db"
        #expect(rename("\(folder)/\(made)", old) == 0)
        // The attempt is backdated, because no other backup is started for an hour after an attempt.
        var times = [timeval(tv_sec: 0, tv_usec: 0), timeval(tv_sec: 0, tv_usec: 0)]
        #expect(utimes(folder, &times) == 0)
        return (home, old)
    }

    private func verified(_ home: Home, _ path: String) throws -> String? {
        try home.almanac("backups", "--json").rows.first { $0["path"]?.string == path }?["verified"]?.string
    }

    /// Changes data and waits until the background process has verified the backup.
    private func verify(_ home: Home, _ backup: String) throws {
        #expect(try home.almanac("edit", "persons/1", "nickname=N", with: Self.enabled).status == 0)
        while try verified(home, backup)?.hasPrefix("2026-01-02") != false { usleep(20_000) }
    }

    @Test(.timeLimit(.minutes(2)))
    func `The first change of a day verifies an old backup, and backups shows the verification`() throws {
        let (home, old) = try home()
        #expect(try verified(home, old) == "2026-01-02T03:04:05.678Z")
        try verify(home, old)
        #expect(try home.almanac("check", "--deep").status == 0)
        let shown = try home.almanac("backups", "--format", "table")
        #expect(shown.output.contains("Verified") && !shown.output.contains("damaged"))
    }

    @Test(.timeLimit(.minutes(2))) func `backups shows that a backup is damaged, and check reports it`() throws {
        let (home, old) = try home()
        let file = open(old, O_WRONLY)
        let noise = [UInt8](repeating: 0xEE, count: 30_000)
        #expect(pwrite(file, noise, noise.count, 100_000) == noise.count)
        close(file)
        #expect(try home.almanac("check").status == 0)
        try verify(home, old)
        #expect(try home.almanac("backups").output.contains("daily, damaged"))
        #expect(try home.almanac("backups", "--json").output.filter { $0 != " " }.contains("\"isWhole\":false"))
        let check = try home.almanac("check")
        #expect(check.status == 1 && check.errors.contains("The backup \(old) is damaged."), "\(check.errors)")
        #expect(!check.errors.contains("the newest backup is \(old)"))
    }

    @Test(.timeLimit(.minutes(2))) func `A failed background backup is reported until the next daily backup`() throws {
        let home = try SeededHome.home("flintstones")
        let plan = try FaultPlan(for: home)
        // Only the backup renames files.
        try plan.set(Fault(call: .rename, first: 1, lasts: false, kind: .failing))
        let ending = try home.almanac(
            "edit", "persons/1", "nickname=N", with: plan.environment.merging(Self.enabled) { $1 })
        #expect(ending.status == 0 && !ending.errors.contains("backup"))
        while try !home.almanac("backups", "--format", "table").output.contains("The daily backup failed on ") {
            usleep(20_000)
        }
        let check = try home.almanac("check")
        #expect(
            check.status == 1 && check.errors.contains("backup-failed: The daily backup failed on "), "\(check.errors)")
        try home.almanac("signup", "Tester")
        let session = try TerminalSession(home, until: "The daily backup failed on ")
        #expect(session.quit() == 0)
        #expect(try home.almanac("backups", "--daily").status == 0)
        #expect(try home.almanac("check").status == 0)
    }

    @Test(
        "A backup does not start without enough disk space, and the failure is recorded",
        .enabled(if: TemporaryFilesystem.canMount, TemporaryFilesystem.reason))
    func lackOfSpace() throws {
        let home = try Home()
        let medium = try TemporaryFilesystem(in: home, options: "size=2m")
        let store = medium.folder + "/almanac.db"
        try home.almanac("--database", store, "seed", "flintstones")
        try home.write([UInt8](repeating: 1, count: medium.freeBytes - 200_000), to: "medium/ballast")
        let backup = try home.almanac("--database", store, "backups", "--daily")
        #expect(backup.status == 1)
        #expect(backup.errors.hasPrefix("The disk does not have enough space for a backup."), "\(backup.errors)")
        let check = try home.almanac("--database", store, "check")
        #expect(check.status == 1 && check.errors.contains("The daily backup failed on "), "\(check.errors)")
        unlink(medium.folder + "/ballast")
        #expect(try home.almanac("--database", store, "backups", "--daily").status == 0)
        #expect(try home.almanac("--database", store, "check").status == 0)
    }
}
