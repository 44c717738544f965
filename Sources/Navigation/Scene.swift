import Display
import Localization
import Model

/// The current screen and its responder chain.
public struct Scene: Sendable {
    public let screen: any Screen
    /// The responders: the screen, its flow coordinators from the innermost out, and the app.
    public let chain: [any Responder]
    /// The titles of the locations from the root to the screen.
    public let breadcrumbs: [String]

    package init(
        screen: any Screen, flows: [any Responder], app: any Responder, breadcrumbs: [String]
    ) {
        self.screen = screen
        chain = [screen] + flows + [app]
        self.breadcrumbs = breadcrumbs
    }

    /// The animation of the flow that presents the screen.
    public var animation: TransitionAnimation {
        chain.firstNonNil { ($0 as? any FlowCoordinator)?.animation } ?? .slide
    }

    /// The available commands, in responder-chain order.
    public var commands: [Command] { chain.flatMap { $0.commands } }

    /// Returns the parts of the screen that a command can refer to.
    ///
    /// - Parameters:
    ///   - page: The page shown by the last command. If it has numbered rows, they take precedence over the rows of the
    ///     screen.
    ///   - location: The location of the screen.
    func contents(showing page: Page, at location: Route) -> ScreenContents {
        let shownRows = page.numberedRows
        return ScreenContents(
            rows: shownRows.isEmpty ? rows : shownRows, shown: page,
            record: record, location: location, chain: chain)
    }

    /// The record on screen, or `nil` if the screen does not show a record.
    package var record: RecordID? { screen.page.address.flatMap { RecordID($0) } }

    /// The locations opened by the rows on screen, by row number.
    public var rows: [Int: String] { screen.page.numberedRows }

    /// The history steps on screen.
    package var steps: [Step.ID] {
        var steps: [Step.ID] = []
        for case .table(let table) in screen.page.blocks {
            for row in table.rows {
                if case .history(.step(let id, ChangesState())) = row.address.flatMap({ Path($0) })?.top {
                    steps.append(id)
                }
            }
        }
        return steps
    }
}

extension Page {
    /// The locations opened by the rows of the page, by row number.
    var numberedRows: [Int: String] {
        var rows: [Int: String] = [:]
        for case .table(let table) in blocks {
            guard let first = table.firstNumber else { continue }
            for (offset, row) in table.rows.enumerated() { rows[first + offset] = row.address }
        }
        return rows
    }
}

/// A source of scenes and reports for an ``AppState``.
package protocol SceneProvider: Sendable {
    /// Returns the navigation stack to show in place of the requested one, for example with the login screen on top.
    func admit(_ navigation: NavigationStack) async throws -> NavigationStack
    func scene(for navigation: NavigationStack) async throws -> Scene
    /// Prepares the app for the next command. The session ends if its account no longer exists.
    func prepareForCommand() async throws
    /// The session in which the next command runs.
    var currentSession: Session { get }
    /// Returns the prompt that shows an item of the tour.
    ///
    /// - Parameter tour: The items that the user has not seen yet.
    func prompt(for item: TutorialItem, of tour: [TutorialItem]) -> Prompt
    /// Returns the page of a dry run, or `nil` if the dry run collected neither changes nor a summary.
    func page(of result: DryRunResult) -> Page?
    /// Returns a summary of the changes made by a command that did not show a notice, or `nil` if no record was changed
    /// or the history cannot be read.
    func statusLine(after context: CommandContext) async -> Message?
    /// The options of the program. They are valid in addition to the options of a command.
    var programOptions: [Option] { get }
}

extension Scene {
    /// Returns words that begin with the label of a field, such as `Postal address=…`, with the label as a single word.
    /// Returns `nil` if no form is open, or if the words begin with something else.
    func assignmentWords(_ words: [String]) -> [String]? {
        guard words.count > 1, FieldAssignment(words[0]) == nil,
            let end = words.prefix(Self.longestLabel).firstIndex(where: { $0.contains("=") }),
            let assignment = FieldAssignment(words[...end].joined(separator: " ")),
            case .fields(let fields)? = screen.commands.first(where: { $0.name == "set" })?.parameters.first?.kind,
            fields.contains(where: { $0.phrases.contains(assignment.key.lowercased()) })
        else { return nil }
        return [words[...end].joined(separator: " ")] + words[(end + 1)...]
    }

    /// The number of words in the longest label.
    private static let longestLabel = 4
}
