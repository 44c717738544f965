import AlmanacStore
import Interchange

extension Store {
    /// Opens a store that reads cards as the program does.
    public static func open(
        at location: StoreLocation, mode: StoreMode, clock: StoreClock = .system
    ) async throws -> Store {
        try await open(at: location, mode: mode, clock: clock, cards: VCardInterpreter())
    }
}

extension DatabaseMaintainer {
    public init(of location: StoreLocation, clock: StoreClock = .system) {
        self.init(of: location, clock: clock, cards: VCardInterpreter())
    }
}
