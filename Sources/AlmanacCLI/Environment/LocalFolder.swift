import Glibc
import Interchange

/// A folder of this machine, made if it is not there; what killed programs have left in the making is tidied up once.
struct LocalFolder: FileFolder {
    private let path: String

    init(_ path: String) throws {
        self.path = path.hasSuffix("/") ? path : path + "/"
        do throws(PrivateFile.Unusable) {
            try PrivateFile.makeFolder(of: self.path + "file")
            guard access(self.path + ".", W_OK | X_OK) == 0 else { throw .current }
        } catch {
            throw FileProblem.unwritable(path: path, reason: error.reason)
        }
        TemporaryPlace.sweep(folder: self.path)
    }

    var isEmpty: Bool { !Folder(path: path).contains { !$0.hasPrefix(".") } }

    func put(_ bytes: [UInt8], as name: String, replacing: Bool) throws {
        do throws(PrivateFile.Unusable) {
            try PrivateFile.write(bytes, at: path + name, replacing: replacing)
        } catch {
            throw FileProblem.unwritable(path: path + name, reason: error.reason)
        }
    }
}
