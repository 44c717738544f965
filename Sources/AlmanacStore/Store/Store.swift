/// x
public final class Store: Sendable {
    static let busyLimit: Duration = .seconds(5)
}
