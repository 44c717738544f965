import FoundationEssentials
import Model
import Navigation
import Text

/// The file that stores the navigation stack between sessions. There is one file for each database and account.
struct NavigationFile {
    private let path: String

    init(state: String, store: String, account: Account.ID?) {
        let owner = account.map { String($0.rawValue) } ?? "guest"
        path = "\(state)/navigation/\(String(FNV1a(store.utf8).value, radix: 16))-\(owner).json"
    }

    /// Returns the saved navigation stack, or the initial stack if the file does not exist or is invalid.
    func load() -> NavigationStack {
        guard let bytes = try? PrivateFile.read(path, limit: 1 << 20) else { return NavigationStack() }
        return (try? JSONDecoder().decode(NavigationStack.self, from: Data(bytes))) ?? NavigationStack()
    }

    /// Saves the navigation stack. Errors are ignored.
    func save(_ navigation: NavigationStack) {
        guard let data = try? JSONEncoder().encode(navigation) else { return }
        try? PrivateFile.replace(path, with: Array(data))
    }
}
