import FoundationEssentials
import Model
import Navigation
import Text

/// Where somebody was in a store, found again at the next start: one file for each store and account.
struct NavigationFile {
    private let path: String

    init(state: String, store: String, account: Account.ID?) {
        let owner = account.map { String($0.rawValue) } ?? "guest"
        path = "\(state)/navigation/\(String(FNV1a(store.utf8).value, radix: 16))-\(owner).json"
    }

    /// Where they were; home if that is not known.
    func load() -> NavigationStack {
        guard let bytes = try? PrivateFile.read(path, limit: 1 << 20) else { return NavigationStack() }
        return (try? JSONDecoder().decode(NavigationStack.self, from: Data(bytes))) ?? NavigationStack()
    }

    /// A place that cannot be kept costs the next start a few words, never the command.
    func save(_ navigation: NavigationStack) {
        guard let data = try? JSONEncoder().encode(navigation) else { return }
        try? PrivateFile.replace(path, with: Array(data))
    }
}
