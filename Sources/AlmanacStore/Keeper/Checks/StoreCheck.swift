import Model
import SQLite

/// One way of looking whether a store is whole; it writes nothing.
protocol StoreCheck: Sendable {
    func findings(in connection: Connection) throws -> [Finding]
}
