import Display

/// What comes of a command: navigators never navigate, they return one of these.
public enum Move: Hashable, Sendable {
    case stay
    case push(Route)
    /// Another look at the same place, such as the next page of a list.
    case replace(Route)
    case back, forward
    /// A path by its root, as it was left: a tab, favorites, login.
    case present(Route)
    case dismiss
    /// A link.
    case open(Path)
    /// Home, with everything else closed: somebody else is there.
    case restart
    /// Questions over the current place.
    case ask([Prompt])
    /// A report over the current place.
    case tell(Page)
    /// A page in the browser.
    case visit(WebAddress)
    case quit
    /// One after the other.
    indirect case all([Move])
}

/// An address that a browser may be given: http or https, printable ASCII, nothing a shell or an option could be.
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init?(_ text: String) {
        let isSafe = text.utf8.allSatisfy { (0x21...0x7E).contains($0) } && text.utf8.count <= 2048
        guard isSafe, text.hasPrefix("https://") || text.hasPrefix("http://") else { return nil }
        description = text
    }
}
