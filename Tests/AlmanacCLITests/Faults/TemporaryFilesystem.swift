import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A small tmpfs in a home folder.
final class TemporaryFilesystem {
    let folder: String

    static let reason: Comment = "needs permission to mount a tmpfs"

    static let canMount: Bool = {
        guard geteuid() == 0, let home = try? Home() else { return false }
        return (try? TemporaryFilesystem(in: home, options: "size=1m")) != nil
    }()

    init(in home: Home, options: String) throws {
        folder = home.folder + "/medium"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        guard mount("tmpfs", folder, "tmpfs", 0, options + ",mode=700") == 0 else {
            throw ChildProcess.Failure(description: "No tmpfs: \(String(cString: strerror(errno)))")
        }
    }

    deinit { umount2(folder, Int32(MNT_DETACH)) }

    func forbidWriting() throws {
        guard mount("tmpfs", folder, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0 else {
            throw ChildProcess.Failure(description: "It stays writable: \(String(cString: strerror(errno)))")
        }
    }

    var freeBytes: Int {
        var information = statvfs()
        return statvfs(folder, &information) == 0 ? Int(information.f_bavail * information.f_bsize) : 0
    }
}
