import Almanac
import Model

/// The files of this machine.
struct LocalFiles: FileAccess {
    func read(_ path: String, limit: Int) async throws -> [UInt8] {
        do throws(PrivateFile.Unusable) {
            guard let bytes = try PrivateFile.read(path, limit: limit) else {
                throw PrivateFile.Unusable(reason: "There is no such file.")
            }
            return bytes
        } catch {
            throw FileProblem.unreadable(path: path, reason: error.reason)
        }
    }

    func write(_ bytes: [UInt8], to path: String) async throws {
        do throws(PrivateFile.Unusable) {
            try PrivateFile.write(bytes, toNew: path)
        } catch {
            throw FileProblem.unwritable(path: path, reason: error.reason)
        }
    }
}

enum FileProblem: Explained {
    case unreadable(path: String, reason: String)
    case unwritable(path: String, reason: String)

    var explanation: Explanation {
        switch self {
        case .unreadable(let path, let reason): Explanation(.failed, "\(path) cannot be read.", why: reason)
        case .unwritable(let path, let reason):
            Explanation(.failed, "\(path) cannot be written.", why: reason, next: "Choose another name.")
        }
    }
}
