/// What signing up and signing in ask for.
public struct SignUp: Hashable, Sendable {
    public var name = ""
    public var passphrase = ""

    public init() {}
}
