import Almanac
import FileIO
import Glibc

/// A temporary file that is opened in an editor. It has its own folder, so the editor’s backup files are removed with
/// it.
struct EditedFile {
    private let folder: String
    let path: String

    /// Creates the folder of the file with mode 0700, and removes the abandoned folders of earlier sessions.
    init(named name: String, in parent: String) throws(EditingProblem) {
        do throws(FileFailure) {
            try PrivateFile.makeFolder(parent)
            Self.removeLeftovers(in: parent)
            var template = (parent + "/XXXXXX").utf8CString.map { $0 }
            guard mkdtemp(&template) != nil else { throw FileFailure() }
            folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        } catch {
            throw .noFile(path: parent, reason: error.reason)
        }
        path = folder + "/" + name
    }

    func write(_ text: String) throws(EditingProblem) {
        do throws(FileFailure) {
            try PrivateFile.replace(path, with: Array(text.utf8))
        } catch {
            throw .noFile(path: folder, reason: error.reason)
        }
    }

    func read() throws(EditingProblem) -> String {
        do throws(FileFailure) {
            guard let bytes = try PrivateFile.read(path, limit: Self.limit) else {
                throw FileFailure(reason: "The file was deleted.")
            }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw FileFailure(reason: "It is not UTF-8.")
            }
            return text
        } catch {
            throw .notText(reason: error.reason, kept: path)
        }
    }

    func remove() { try? FileSystem.removeTree(folder) }

    /// The maximum size of the file in bytes, which exceeds the total size of all fields of a record.
    private static let limit = 64 << 20

    /// The age after which an abandoned folder is removed.
    private static let lifetime: Duration = .seconds(30 * 24 * 60 * 60)

    private static func removeLeftovers(in parent: String) {
        for name in Folder(path: parent) {
            let path = parent + "/" + name
            guard let entry = try? FileSystem.entry(path), entry.modified < .seconds(time(nil)) - lifetime else {
                continue
            }
            try? entry.sort == .folder ? FileSystem.removeTree(path) : FileSystem.remove(path)
        }
    }
}
