import Localization
import Model
import SQLite

/// One way of looking whether a store is whole; it writes nothing.
protocol StoreCheck: Sendable {
    /// What it looks at, as a word or two.
    var part: Title { get }
    func findings(in connection: Connection) throws -> [Finding]
}
