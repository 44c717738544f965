import FileIO
import Model

/// The log in the backup folder: the last verification of each backup, and the failure of the last daily backup.
///
/// A line contains the name of a backup, a time, and, for a damaged backup, the problem. The file is only
/// informational, so lines that are invalid or dated in the future are ignored.
struct VerificationLog {
    var verifications: [String: BackupVerification] = [:]
    /// The failure of the last daily backup, or `nil` if it succeeded.
    var failure: BackupFailure?

    private static let limit = 1 << 20
    /// The name in the line of a failed daily backup.
    private static let failed = "failed"

    private static func path(in folder: String) -> String { "\(folder)/verifications" }

    /// Reads the file in a folder. A missing or unreadable file is empty.
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
