import Files
import Interchange

/// A folder of this machine, made by the first file that is put into it; what killed programs have left in the making is
/// tidied up once.
struct LocalFolder: FileFolder {
    private let path: String

    init(_ path: String) {
        self.path = path.hasSuffix("/") ? path : path + "/"
        FileInTheMaking.sweepUnlocked(in: self.path)
    }

    var isEmpty: Bool { !Folder(path: path).contains { !$0.hasPrefix(".") } }

    func put(_ bytes: [UInt8], as name: String, replacing: Bool) throws {
        do throws(PrivateFile.Unusable) {
            try PrivateFile.makeFolder(of: path + name)
            try PrivateFile.write(bytes, to: path + name, isReplacing: replacing)
        } catch {
            throw FileProblem.unwritable(path: path + name, reason: error.reason)
        }
    }
}
