import Display

/// What comes of a command: navigators never navigate, they return one of these.
public enum NavigationAction: Hashable, Sendable {
    case stay
    case push(Route)
    /// Another look at the same place, such as the next page of a list.
    case replace(Route)
    case back, forward
    /// A path by its root, as it was left: a tab, favorites, login.
    case present(Route)
    case dismiss
    /// Back, from a place that is done with.
    case leave
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
    indirect case all([NavigationAction])
}
