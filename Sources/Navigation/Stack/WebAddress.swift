/// An address that a browser may be given: http or https, printable ASCII, nothing a shell or an option could be.
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init?(_ text: String) {
        let isSafe = text.utf8.allSatisfy { (0x21...0x7E).contains($0) } && text.utf8.count <= 2048
        guard isSafe, text.hasPrefix("https://") || text.hasPrefix("http://") else { return nil }
        description = text
    }
}
