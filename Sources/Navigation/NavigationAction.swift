import Display
import Localization

/// A navigation action. Navigators return actions; the app state performs them.
public enum NavigationAction: Hashable, Sendable {
    case stay
    /// An action that opens a location: within the current path if it is a child, or otherwise by its own path.
    case push(Route)
    /// An action that shows another state of the same location, such as the next page of a list.
    case replace(Route)
    case back, forward
    /// An action that presents a root, such as a tab, the favorites, or the login flow, in its last state.
    case present(Route)
    case dismiss
    /// An action that goes back from a location that is no longer needed.
    case leave
    /// An action that removes all locations with a root, such as the reviews of a completed import.
    case close(Route.Root)
    /// An action that opens a linked path.
    case open(Path)
    /// An action that closes all locations and opens the home screen, such as after signing out.
    case restart
    /// An action that shows prompts over the current location.
    case ask([Prompt])
    /// An action that starts the tour with the given items. An empty array ends the tour.
    case tour([TutorialItem])
    /// An action that shows an item of the tutorial at any location, after the items that were presented before.
    case tutorial(TutorialItem)
    /// An action that shows a report over the current location.
    case tell(Page)
    /// An action that shows a sentence below the current location.
    case statusLine(Message)
    /// An action that opens a web page in the browser.
    case visit(WebAddress)
    case quit
    /// A sequence of actions.
    indirect case all([NavigationAction])

    /// The direction of the movement that shows a new screen.
    public enum Direction: Hashable, Sendable { case left, right, down, up }

    /// The direction of the movement that shows the new screen, or `nil` without a transition.
    public var direction: Direction? {
        switch self {
        case .push, .open, .forward: .left
        case .back, .leave: .right
        case .present, .restart: .down
        case .dismiss: .up
        case .stay, .replace, .ask, .tour, .tutorial, .tell, .statusLine, .visit, .quit, .close: nil
        case .all(let actions): actions.compactMap(\.direction).last
        }
    }
}

extension NavigationAction: CustomStringConvertible {
    /// The action in the form used in debug messages, such as `push persons/34`.
    public var description: String {
        switch self {
        case .stay: "stay"
        case .push(let route): "push \(Path(route))"
        case .replace(let route): "replace \(Path(route))"
        case .back: "back"
        case .forward: "forward"
        case .present(let route): "present \(Path(route))"
        case .dismiss: "dismiss"
        case .leave: "leave"
        case .close(let root): "close \(root.rawValue)"
        case .open(let path): "open \(path)"
        case .restart: "restart"
        case .ask(let prompts): "ask \(prompts.count)"
        case .tour(let items): "tour \(items.count)"
        case .tutorial(let item): "tutorial \(item.rawValue)"
        case .tell: "tell"
        case .statusLine: "status line"
        case .visit(let address): "visit \(address)"
        case .quit: "quit"
        case .all(let moves): moves.map(\.description).joined(separator: ", ")
        }
    }
}

extension Page {
    /// An empty page, for commands that write their output themselves.
    package static let nothing = Page("")

    public var isEmpty: Bool { title.isEmpty && blocks.isEmpty }

    /// Returns a report that consists of one or more sentences.
    package static func message(_ sentences: Message...) -> Page { .message(sentences) }
    package static func message(_ sentences: [Message]) -> Page { Page("", [.message(sentences)]) }
}

extension NavigationAction {
    /// The actions of a sequence, or the action itself.
    var parts: [NavigationAction] {
        if case .all(let moves) = self { moves.flatMap(\.parts) } else { [self] }
    }

    var asks: Bool { parts.contains { if case .ask = $0 { true } else { false } } }

    /// Whether the action itself shows a page or a prompt.
    var tells: Bool { asks || parts.contains { if case .tell = $0 { true } else { false } } }

    /// Whether the action finishes or cancels a form.
    var leaves: Bool { parts.contains { if case .leave = $0 { true } else { false } } }

    /// Whether the action opens a specific location, so that the app does not go back if the location does not exist.
    var namesLocation: Bool {
        parts.contains { move in
            switch move {
            case .push, .replace, .open: true
            default: false
            }
        }
    }
}
