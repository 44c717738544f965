import Almanac
import FoundationEssentials
import Glibc

/// The file an editor works on, alone in a folder of its own, so that nothing an editor puts beside it is left behind.
struct EditedFile {
    private let folder: String
    let path: String

    /// Makes the folder, 0700; those that were left behind long ago go.
    init(named name: String, in parent: String) throws(EditingProblem) {
        do throws(PrivateFile.Unusable) {
            try PrivateFile.makeFolder(of: parent + "/.")
        } catch {
            throw .noFile(path: parent, reason: error.reason)
        }
        Self.sweep(parent)
        var template = (parent + "/XXXXXX").utf8CString.map { $0 }
        guard mkdtemp(&template) != nil else {
            throw .noFile(path: parent, reason: PrivateFile.Unusable().reason)
        }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        path = folder + "/" + name
    }

    func write(_ text: String) throws(EditingProblem) {
        do throws(PrivateFile.Unusable) {
            try PrivateFile.replace(path, with: Array(text.utf8))
        } catch {
            throw .noFile(path: folder, reason: error.reason)
        }
    }

    func read() throws(EditingProblem) -> String {
        do throws(PrivateFile.Unusable) {
            let bytes = try PrivateFile.read(path, limit: Self.limit)
            guard let bytes else { throw PrivateFile.Unusable(reason: "The file is gone.") }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw PrivateFile.Unusable(reason: "It is not UTF-8.")
            }
            return text
        } catch {
            throw .notText(reason: error.reason, kept: path)
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// Bytes; every field of a record together is less.
    private static let limit = 64 << 20

    /// Seconds after which nobody comes back for what was left behind.
    private static let patience = 30 * 24 * 60 * 60

    private static func sweep(_ parent: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] {
            var information = stat()
            let folder = parent + "/" + name
            guard lstat(folder, &information) == 0, information.st_mtim.tv_sec < time(nil) - patience else { continue }
            try? FileManager.default.removeItem(atPath: folder)
        }
    }
}
