import FileIO
import Model
import SQLite

/// The folder of automatic backups, such as `2026-11-21T061200.123Z-import.db`, and their photos.
struct BackupFolder {
    let path: String
    let clock: StoreClock
    /// The number of recent restorable backups to retain, in addition to the last restorable backup of each month.
    static let retainedCount = 10

    /// Creates the folder and returns an unused location for the next backup.
    func newPlace(for reason: BackupReason, isWhole: Bool = true) throws -> StoreLocation {
        try make()
        var time = clock.milliseconds()
        while true {
            let stamp = Timestamp(millisecondsSince1970: time).rawValue.filter { $0 != ":" }
            let place = StoreLocation("\(path)/\(stamp)-\(reason.rawValue)\(isWhole ? "" : Self.damaged).db")
            if try FileSystem.entry(place.path) == nil { return place }
            time += 1
        }
    }

    /// Creates the folder. The folder is shared if the database is shared.
    func make() throws(SystemError) {
        let database = StoreLocation(String(path.dropLast(StoreLocation.backupSuffix.count)))
        try FileSystem.makeFolder(path, isShared: database.isShared)
    }

    /// Returns the backups, newest first.
    func backups() throws -> [Backup] {
        let log = log
        return try FileSystem.names(in: path).reversed().compactMap { backup(named: $0, log) }
    }

    /// The log of verifications and of a failed daily backup.
    var log: VerificationLog { VerificationLog(in: path, at: clock.now) }

    /// The failure of the last daily backup, or `nil` if it succeeded or a verified backup was made later.
    var failure: BackupFailure? {
        guard let failure = log.failure else { return nil }
        let isSolved = (try? backups().contains { $0.isWhole && $0.time > failure.time }) ?? false
        return isSolved ? nil : failure
    }

    /// Changes the log and removes the lines of backups that no longer exist.
    func updateLog(_ body: (inout VerificationLog) -> Void) throws {
        var log = log
        body(&log)
        let names = Set(try FileSystem.names(in: path))
        log.verifications = log.verifications.filter { names.contains($0.key) }
        try log.write(in: path)
    }

    private static let damaged = "-damaged"

    private func backup(named name: String, _ log: VerificationLog) -> Backup? {
        guard name.hasSuffix(".db"), name.utf8.count > 26 else { return nil }
        let stamp = name.prefix(22)
        var words = name.dropFirst(23).dropLast(3)
        let isWhole = !words.hasSuffix(Self.damaged)
        if !isWhole { words = words.dropLast(Self.damaged.count) }
        guard let reason = BackupReason(rawValue: String(words)), name.dropFirst(22).hasPrefix("-") else { return nil }
        let time = "\(stamp.prefix(13)):\(stamp.dropFirst(13).prefix(2)):\(stamp.dropFirst(15))"
        let backup = Backup(
            path: "\(path)/\(name)", time: Timestamp(rawValue: time), reason: reason, isWhole: isWhole,
            verification: log.verifications[name])
        return backup.time.day == nil ? nil : backup
    }

    // MARK: - Removal

    /// Removes old backups and files left by killed programs.
    /// - Parameter newest: The path of the new backup, which is retained in any case.
    func prune(after newest: String) throws {
        let all = try backups()
        let retained = Self.retained(of: all, at: clock.now).union([newest])
        for backup in all where !retained.contains(backup.path) { try remove(StoreLocation(backup.path)) }
        try sweep()
    }

    func remove(_ backup: StoreLocation) throws {
        FileSystem.remove(backup.path)
        for log in backup.companions { FileSystem.remove(log) }
        try FileSystem.removeTree(backup.photos)
    }

    /// Returns the paths of the backups to retain: the last ten restorable backups, the last restorable backup of each
    /// month, and the last two others. Backups dated in the future are counted separately.
    static func retained(of backups: [Backup], at now: Timestamp) -> Set<String> {
        // The clock may have been wrong. Backups dated in the future must not displace those that are made now.
        retained(of: backups.filter { $0.time <= now }).union(retained(of: backups.filter { $0.time > now }))
    }

    private static func retained(of backups: [Backup]) -> Set<String> {
        let sound = backups.filter(\.isSound)
        let months = Dictionary(grouping: sound) { $0.time.rawValue.prefix(7) }.values.compactMap(\.first)
        let others = backups.filter { !$0.isSound }.prefix(2)
        return Set((sound.prefix(retainedCount) + months + others).map(\.path))
    }

    /// Removes files left by killed programs. Files that the program did not lock while it ran are kept for a day.
    func sweep() throws {
        let now = clock.milliseconds()
        WorkingFolder.removeAbandoned(in: path)
        try AtomicFile.sweep(path, now: now)
        for name in try FileSystem.names(in: path) where name.hasSuffix(".db.photos") {
            let folder = "\(path)/\(name)"
            guard try FileSystem.entry(String(folder.dropLast(".photos".count))) == nil else { continue }
            if try FileSystem.entry(folder)?.isOlderThanADay(now) ?? false { try FileSystem.removeTree(folder) }
        }
    }
}

/// The log in the backup folder: the last verification of each backup, and the failure of the last daily backup.
///
/// Each line contains the name of a backup or the word `failed`, a time, and the problem, if any. Because the file is
/// only informational, lines that are invalid or dated in the future are ignored.
struct VerificationLog {
    var verifications: [String: BackupVerification] = [:]
    /// The failure of the last daily backup, or `nil` if it succeeded.
    var failure: BackupFailure?

    private static let limit = 1 << 20
    /// The word used in place of a backup’s name in the line for a failed daily backup.
    private static let failed = "failed"

    private static func path(in folder: String) -> String { "\(folder)/verifications" }

    /// Reads the file in a folder. A missing or unreadable file counts as empty.
    init(in folder: String, at now: Timestamp) {
        guard let file = try? File.open(Self.path(in: folder)), (try? file.entry)?.sort == .file,
            let bytes = try? file.read(upTo: Self.limit)
        else { return }
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            guard words.count > 1 else { continue }
            let (name, time) = (words[0], Timestamp(rawValue: words[1]))
            guard time.isWellFormed, time <= now else { continue }
            if name == Self.failed {
                failure = BackupFailure(time: time, reason: words.count > 2 ? words[2] : "")
            } else {
                verifications[name] = BackupVerification(time: time, problem: words.count > 2 ? words[2] : nil)
            }
        }
    }

    func write(in folder: String) throws(SystemError) {
        var lines = verifications.sorted { $0.key < $1.key }.map { Self.line($0.key, $0.value.time, $0.value.problem) }
        if let failure { lines.append(Self.line(Self.failed, failure.time, failure.reason)) }
        let file = AtomicFile(Self.path(in: folder))
        defer { file.discard() }
        try File.create(file.path, isShared: FileSystem.isShared(folder: folder)).write(Array(lines.joined().utf8))
        try file.replaceTarget()
    }

    private static func line(_ name: String, _ time: Timestamp, _ text: String?) -> String {
        let text = text.map { " " + $0.split(whereSeparator: \.isNewline).joined(separator: " ") } ?? ""
        return "\(name) \(time.rawValue)\(text)\n"
    }
}
