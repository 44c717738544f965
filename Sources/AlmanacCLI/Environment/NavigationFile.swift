import FoundationEssentials
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
        return (try? JSONDecoder().decode(SavedState.self, from: Data(bytes))) ?? SavedState()
    }

    /// Saves the state. Errors are ignored.
    func save(_ state: SavedState) {
        guard let data = try? JSONEncoder().encode(state) else { return }
        try? PrivateFile.replace(path, with: Array(data))
    }
}
