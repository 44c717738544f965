import Localization

/// What is said in English, as tests look at it.
extension Message {
    public func contains(_ text: some StringProtocol) -> Bool { description.contains(text) }
    public func hasPrefix(_ text: some StringProtocol) -> Bool { description.hasPrefix(text) }
    public func hasSuffix(_ text: some StringProtocol) -> Bool { description.hasSuffix(text) }
}
