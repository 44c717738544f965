import Display
import Localization

/// A navigation action. Navigators return actions; the app state performs them.
public enum NavigationAction: Hashable, Sendable {
    case stay
    case push(Route)
    /// Shows another state of the same location, such as the next page of a list.
    case replace(Route)
    case back, forward
    /// Presents a root in the state in which the user left it, such as a tab, the favorites, or the login.
    case present(Route)
    case dismiss
    /// Goes back from a location that is no longer needed.
    case leave
    /// Follows a link.
    case open(Path)
    /// Closes everything and goes home, since the user has changed.
    case restart
    /// Shows prompts over the current location.
    case ask([Prompt])
    /// Shows a report over the current location.
    case tell(Page)
    /// Opens a page in the browser.
    case visit(WebAddress)
    case quit
    /// Performs several actions in order.
    indirect case all([NavigationAction])
}

extension Page {
    /// A page without content, for commands that write their output themselves.
    package static let nothing = Page("")

    public var isEmpty: Bool { title.isEmpty && blocks.isEmpty }

    /// A report of one or more sentences.
    package static func message(_ sentences: Message...) -> Page { .message(sentences) }
    package static func message(_ sentences: [Message]) -> Page { Page("", [.message(sentences)]) }
}
