import Display
import Localization

/// A responder that creates the screens of one flow and handles the commands for its records.
///
///     struct AtlasFlowCoordinator: FlowCoordinator {
///         let planets: any PlanetDataSource
///         let delegate: any PlanetNavigator
///         let start = RecordLocation<Planet>.standard
///
///         func screen(for location: RecordLocation<Planet>) async throws -> any Screen {
///             let largest = ListRequest<Planet>(isDescending: true, limit: 10)
///             return AtlasScreen(planets: try await planets.list(largest).items, navigator: delegate)
///         }
///     }
///
///     struct AtlasScreen: Screen {
///         let planets: [Record<Planet>]
///         let navigator: any PlanetNavigator
///
///         var page: Page { Page("Atlas", planets.map { .prose("\($0.title)") }) }
///         var commands: [Command] {
///             [
///                 Command("first", about: "Open the first planet") { _ in
///                     planets.first.map { navigator.didSelect($0.id) }
///                 }
///             ]
///         }
///     }
///
/// A flow reports events that concern other flows to its delegate, which its parent implements.
public protocol FlowCoordinator: Responder {
    associatedtype FlowLocation: Location
    associatedtype Delegate
    var delegate: Delegate { get }
    /// The location where the flow begins.
    var start: FlowLocation { get }
    /// The animation between a screen of another flow and a screen of this flow.
    var animation: TransitionAnimation { get }
    func screen(for location: FlowLocation) async throws -> any Screen
    /// The commands that are available only in the flow.
    var localCommands: [Command] { get }
    /// The commands that are available in the whole app, grouped under headings.
    var sharedTopics: [Topic] { get }
    /// Returns the child flows that handle commands at a location, innermost first.
    func children(at location: FlowLocation) -> [any Responder]
}

extension FlowCoordinator {
    public var animation: TransitionAnimation { .slide }
    public var localCommands: [Command] { [] }
    public var sharedTopics: [Topic] { [] }
    public func children(at location: FlowLocation) -> [any Responder] { [] }

    public var topics: [Topic] {
        let commands = localCommands
        return (commands.isEmpty ? [] : [Topic("This screen", commands)]) + sharedTopics
    }
    public var commands: [Command] { topics.flatMap(\.commands) }
}

/// The animation with which a flow presents its screens.
public struct TransitionAnimation: Hashable, Sendable {
    public enum Effect: Hashable, Sendable {
        /// The first lines move in from the side, or move out.
        case slide
        /// The lines appear one after another, or disappear.
        case cover
    }

    public let effect: Effect
    public let frameCount: Int
    /// The time in milliseconds between two frames.
    public let pause: Int32

    public static let slide = TransitionAnimation(effect: .slide, frameCount: 3, pause: 30)
    /// The animation of screens that cover others until they are dismissed.
    public static let cover = TransitionAnimation(effect: .cover, frameCount: 4, pause: 40)
}

extension FlowCoordinator {
    /// The shared topics for a responder that forwards their commands to the flow.
    public var forwardedTopics: [Topic] { sharedTopics.map { $0.handled(by: name) } }
}

/// The content and commands of one location.
public protocol Screen: Responder {
    /// The title of the screen in the breadcrumbs.
    var title: String { get }
    var page: Page { get }
    /// The current question of a form, or `nil` if the screen does not ask a question.
    var question: Question? { get }
    /// Returns the problem with an answer, or `nil` if no problem can be found without reading the database.
    func problem(answering answer: String) -> CommandProblem?
    /// A hint that is shown with the question; may be empty.
    var hint: Message { get }
    /// Whether the screen has unsaved changes.
    var isUnsaved: Bool { get }
}

extension Screen {
    public var title: String { page.title.description }
    public var question: Question? { nil }
    public func problem(answering answer: String) -> CommandProblem? { nil }
    public var hint: Message { "" }
    public var isUnsaved: Bool { false }
}
