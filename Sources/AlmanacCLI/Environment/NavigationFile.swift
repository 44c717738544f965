import Almanac
import FoundationEssentials
import Model

/// Where somebody was in a store, found again at the next start: one file for each store and account.
struct NavigationFile {
    private let path: String

    init(state: String, store: String, account: Account.ID?) {
        let owner = account.map { String($0.rawValue) } ?? "guest"
        path = "\(state)/navigation/\(String(NavigationFile.hash(store), radix: 16))-\(owner).json"
    }

    /// Where they were; home if that is not known.
    func load() -> Navigation {
        guard let bytes = try? PrivateFile.read(path, limit: 1 << 20) else { return Navigation() }
        return (try? JSONDecoder().decode(Navigation.self, from: Data(bytes))) ?? Navigation()
    }

    /// A place that cannot be kept costs the next start a few words, never the command.
    func save(_ navigation: Navigation) {
        guard let data = try? JSONEncoder().encode(navigation) else { return }
        try? PrivateFile.replace(path, with: Array(data))
    }

    /// FNV-1a, 64 bits.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
}
