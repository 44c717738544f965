import FileIO
import Model
import Navigation
import Text

/// The file that stores the navigation and the unanswered prompts between sessions. There is one file for each database
/// and account.
struct NavigationFile {
    private let path: String

    init(state: String, store: String, account: Account.ID?) {
        let owner = account.map { String($0.rawValue) } ?? "guest"
        path = "\(state)/navigation/\(String(FNV1a(store.utf8).value, radix: 16))-\(owner).json"
    }

    /// Returns the saved state, or the initial state if the file does not exist or is invalid.
    func load() -> SavedState {
        guard let bytes = try? PrivateFile.read(path, limit: 1 << 20) else { return SavedState() }
        return (try? JSONReader.value(of: bytes).decoded(as: SavedState.self)) ?? SavedState()
    }

    /// Saves the state, and removes the temporary files of killed programs. Errors are ignored.
    func save(_ state: SavedState) {
        AtomicFile.removeAbandoned(in: FileSystem.folder(of: path))
        guard let value = try? JSONValue(encoding: state) else { return }
        var writer = JSONWriter()
        writer.value(value)
        try? PrivateFile.replace(path, with: writer.bytes)
    }
}
