import Display
import Localization
import Model

/// The state of the running app: the navigation stack, the scene, and pending prompts. Every user action is a command
/// line sent to the app state.
public struct AppState: Sendable {
    public private(set) var navigation: NavigationStack
    public private(set) var scene: Scene
    /// The unanswered prompts of commands, in display order.
    public private(set) var pendingPrompts: [Prompt] = []
    /// The items of the tour that the user has not seen yet. Each waits for the first visit to its kind of screen.
    public private(set) var tour: [TutorialItem] = []
    /// The items that are shown at any location, in the order in which they were presented.
    public private(set) var presentedItems: [TutorialItem] = []
    /// The notice shown by the last command, if any.
    public private(set) var notice: Page?
    /// A sentence about the last command, such as a summary of the changes that it made without showing a notice; `nil`
    /// if there is nothing to report.
    public private(set) var statusLine: Message?
    /// The page shown by the last successful command.
    private var shown: Page
    /// Whether the last command was read-only and showed neither a report nor a prompt.
    public private(set) var hasOnlyNavigated = false
    /// Whether the last command changes data and was completed without a prompt.
    public private(set) var hasCompletedChange = false
    /// The URL of the web page to open after the last command, or `nil` for none.
    public private(set) var visit: WebAddress?
    public private(set) var isOver = false
    /// The direction of the movement that shows the current screen, or `nil` without a transition.
    public private(set) var arrival: NavigationAction.Direction?
    /// Whether the program can prompt the user and show row numbers.
    public var isInteractive: Bool
    private let provider: any SceneProvider

    /// Creates the state at a location. If the location does not exist, the app starts at the nearest existing location
    /// in the back history.
    package init(
        _ provider: any SceneProvider, at navigation: NavigationStack = NavigationStack(), isInteractive: Bool = false
    ) async throws {
        self.provider = provider
        self.isInteractive = isInteractive
        (self.navigation, scene) = try await AppState.arrive(at: navigation, from: provider, mayRetreat: true)
        shown = scene.screen.page
    }

    /// Creates the state of an interactive session that continues an earlier session.
    package init(_ provider: any SceneProvider, resuming saved: SavedState) async throws {
        try await self.init(provider, at: saved.navigation, isInteractive: true)
        restorePrompts(of: saved)
    }

    /// Resumes at a saved location. If the location does not exist, the app resumes at the nearest existing location in
    /// the back history.
    public mutating func resume(_ saved: SavedState) async throws {
        (navigation, scene) = try await AppState.arrive(at: saved.navigation, from: provider, mayRetreat: true)
        restorePrompts(of: saved)
    }

    private mutating func restorePrompts(of saved: SavedState) {
        pendingPrompts = (saved.prompts + pendingPrompts).unique
        removePromptsOfClosedForms()
        if tour.isEmpty { tour = saved.tour }
        presentedItems = (saved.presentedItems + presentedItems).unique
    }

    /// The part of the state that is saved for the next session.
    public var saved: SavedState {
        var saved = SavedState()
        (saved.navigation, saved.prompts) = (navigation, pendingPrompts)
        (saved.tour, saved.presentedItems) = (tour, presentedItems)
        return saved
    }

    /// The queue of prompts: the pending prompts of commands, followed by the prompt for the current tutorial item, if
    /// any.
    public var prompts: [Prompt] {
        pendingPrompts + (currentItem.map { [provider.prompt(for: $0, of: tour)] } ?? [])
    }

    /// The first presented item. If no items are presented, the unseen item of the tour for the current location, if
    /// any.
    private var currentItem: TutorialItem? {
        presentedItems.first ?? navigation.top.tutorialItem.flatMap { tour.contains($0) ? $0 : nil }
    }

    /// Runs a command line.
    ///
    /// - Throws: An error that names any change that was made. Usually, nothing was changed.
    public mutating func send(_ line: String) async throws { try await send(words: try ShellWords.split(line)) }

    public mutating func send(words: [String]) async throws {
        notice = nil
        statusLine = nil
        visit = nil
        hasOnlyNavigated = false
        hasCompletedChange = false
        guard let first = words.first else { return }
        let session = provider.currentSession
        try await provider.prepareForCommand()
        if provider.currentSession != session {
            (pendingPrompts, tour, presentedItems) = ([], [], [])
            try await perform(.stay, isOfScreen: false)
            throw AccountProblem.removed
        }
        do {
            let (move, effect, isOfScreen) = try await answer(first, Array(words.dropFirst()))
            hasOnlyNavigated = effect == .reads && !move.tells
            hasCompletedChange = effect.isChange && !move.asks
            do {
                try await perform(move, isOfScreen: isOfScreen)
            } catch let problem as StoreProblem where effect.isChange && !move.asks {
                throw UnshownResultProblem(problem: problem)
            }
        } catch let problem as CommandProblem where isInteractive {
            guard case .ambiguous(let name, let references) = problem.cause else { throw problem }
            try await perform(
                ChoicePresenter(among: references, named: name, in: words).present(), isOfScreen: false)
        }
    }

    /// Answers the first prompt and removes it, even if the resulting command fails.
    public mutating func answer(_ answer: Prompt.Answer) async throws {
        notice = nil
        guard let prompt = prompts.first, prompt.answers.contains(answer) else { return }
        decline()
        statusLine = answer.outcome
        if let line = answer.line { try await send(line) }
    }

    /// Removes the first prompt without answering it.
    public mutating func decline() {
        statusLine = nil
        if !pendingPrompts.isEmpty {
            statusLine = pendingPrompts.removeFirst().outcomeOfDeclining
        } else if let item = currentItem {
            presentedItems.removeAll { $0 == item }
            tour.removeAll { $0 == item }
        }
    }

    /// Returns whether the nearest command with the given name or alias accepts an option.
    public func accepts(_ option: Option, _ command: String) -> Bool {
        scene.candidates(named: command).first { _ in true }?.command.options.contains(option) ?? false
    }

    // MARK: - Finding the command

    /// Runs the first command in the responder chain that has the name and accepts the arguments.
    private mutating func answer(_ name: String, _ arguments: [String]) async throws -> (
        NavigationAction, Command.Effect, isOfScreen: Bool
    ) {
        var (name, arguments) = (name, arguments)
        if let words = scene.assignmentWords([name] + arguments) { (name, arguments) = ("set", words) }
        if ShellWords.containsHelpOption(arguments) {
            (name, arguments) = ("help", [name])
        } else if isInteractive, arguments.isEmpty, Int(name) != nil {
            (name, arguments) = ("show", [name])
        } else if isInteractive, arguments.isEmpty, name.contains("/"), Path(name) != nil || RecordID.mayName(name) {
            (name, arguments) = ("open", [name])
        } else if name.hasPrefix("/") {
            let isList = scene.candidates(named: "narrow").contains { _ in true }
            let text = String(name.dropFirst())
            arguments = (text.isReadAsOption ? ["--"] : []) + [text].filter { !$0.isEmpty } + arguments
            name = isList || !isInteractive || arguments.isEmpty ? "narrow" : "find"
        } else if FieldAssignment(name) != nil {
            (name, arguments) = ("set", [name] + arguments)
        }
        var problem: CommandProblem?
        let session = provider.currentSession
        var invocation = Invocation(
            isInteractive: isInteractive, screen: scene.contents(showing: shown, at: navigation.top),
            context: CommandContext("", by: session.account))
        invocation.hasOpenPrompt = pendingPrompts.contains { $0.form == navigation.path }
        for (command, isOfScreen, responder) in scene.candidates(named: name) {
            let call: Command.Call
            do {
                call = try command.entered(as: name).call(
                    arguments, besides: provider.programOptions, in: invocation)
            } catch let mismatch as ArgumentMismatch {
                // Report a missing argument of the nearest command. Otherwise, report the problem of the last command.
                if case .missingArgument = problem?.cause { continue }
                problem = mismatch.problem ?? problem
                continue
            }
            invocation.context = CommandContext(
                command.line(
                    call.words, about: scene.screen.page.address, at: navigation.top, isOfScreen: isOfScreen),
                by: session.account, isDryRun: call.confirmation.isDryRun)
            invocation.confirmation = call.confirmation
            DebugLog.note(.parser, command.usage)
            if let move = try await call.run(invocation) {
                if provider.currentSession != session { (pendingPrompts, tour, presentedItems) = ([], [], []) }
                DebugLog.note(
                    .chain,
                    "\(command.name) ← \(isOfScreen ? "\(responder) \(navigation.path)" : responder) → \(move)")
                let context = invocation.context
                if let dryRun = context.dryRun {
                    return (provider.page(of: dryRun).map(NavigationAction.tell) ?? move, .reads, isOfScreen)
                }
                if command.effect.isChange && !move.tells { statusLine = await provider.statusLine(after: context) }
                return (move, command.effect, isOfScreen)
            }
        }
        throw problem ?? unanswered(name, arguments)
    }

    private func unanswered(_ name: String, _ arguments: [String]) -> CommandProblem {
        if name == "narrow" {
            return .notHere("This page has no list to search.", next: "Use “find TEXT” to search all records.")
        }
        let known = scene.commands.flatMap { [$0.name] + $0.aliases }
        if name == "set", let word = arguments.first, FieldAssignment(word) != nil, !known.contains(name) {
            return .notHere(
                "Cannot set “\(word)”: no form is open.",
                next: """
                    Use “edit \(ShellWords.quote(word))” on a record’s page, or “edit ID \(ShellWords.quote(word))” anywhere.
                    """
            )
        }
        if known.contains(name) { return .notFound(ShellWords.joined([name] + arguments), suggestions: []) }
        if known.contains("show"), RecordID.mayName(name) {
            return .unknownCommand(name, suggestions: ["show \(ShellWords.quote(name))"])
        }
        let line = ([name] + arguments).joined(separator: " ")
        let mayBeName = name.first?.isLetter == true && known.contains("find") && !SuggestedCommands.isSynonym(name)
        return .unknownCommand(
            name, suggestions: SuggestedCommands.suggestions(for: name, among: known), line: mayBeName ? line : nil)
    }

    // MARK: - Applying actions

    /// Performs an action and updates the scene.
    ///
    /// - Parameter isOfScreen: Whether a command of the screen returned the action.
    private mutating func perform(_ move: NavigationAction, isOfScreen: Bool) async throws {
        if case .ask(let questions) = move, let question = questions.first, !isInteractive {
            throw CommandProblem.promptUnavailable(question)
        }
        let before = (path: navigation.path, screen: scene.screen)
        let next = navigation.after(move)
        (navigation, scene) = try await AppState.arrive(at: next, from: provider, mayRetreat: !move.namesLocation)
        arrival = move.direction
        // A decision in an import review also changes the location, so it closes the question about all cards.
        let isAboutLocation = isOfScreen && navigation.top.isForm || navigation.top.root == .importReview
        show(move, about: isAboutLocation ? navigation.path : nil)
        removePromptsOfClosedForms()
        if before.screen.isUnsaved, navigation.path != before.path, !move.leaves, let line = before.path.top.formLine {
            statusLine = "Kept your unsaved changes as a draft. Use “\(line)” to continue."
        }
        if navigation.path.root == .login, next.path.root != .login, next.top != .home, move.namesLocation {
            statusLine =
                next.top.root == .found
                ? "Sign in or continue as a guest to run the search."
                : "Sign in or continue as a guest to open the requested page."
        }
        shown = notice ?? scene.screen.page
    }

    /// Updates the parts of the state that an action shows, such as prompts and the notice.
    ///
    /// - Parameter form: The form or import review that the prompts are about, if any.
    private mutating func show(_ move: NavigationAction, about form: Path?) {
        switch move {
        case .ask(let questions) where isInteractive:
            // Prompts from the last command come first.
            pendingPrompts = (questions.map { $0.about(form) } + pendingPrompts).unique
        case .tour(let items): (tour, presentedItems) = (items, [])
        case .tutorial(let item): presentedItems = (presentedItems + [item]).unique
        case .tell(let page): notice = page
        case .statusLine(let sentence): statusLine = sentence
        case .visit(let address): visit = address
        case .quit: isOver = true
        case .all(let moves): for move in moves { show(move, about: form) }
        case .stay, .ask, .push, .replace, .back, .forward, .present, .dismiss, .leave, .close, .open, .restart: break
        }
    }

    private mutating func removePromptsOfClosedForms() {
        pendingPrompts.removeAll { $0.form.map { $0 != navigation.path } ?? false }
    }

    /// Creates the scene of a location or, if `mayRetreat` is `true`, of the nearest existing location in the back
    /// history. Database errors are always thrown.
    ///
    /// - Parameter mayRetreat: Whether to go back if the location does not exist.
    private static func arrive(
        at wanted: NavigationStack, from provider: any SceneProvider, mayRetreat: Bool
    ) async throws -> (NavigationStack, Scene) {
        var navigation = try await provider.admit(wanted)
        while true {
            do {
                return (navigation, try await provider.scene(for: navigation))
            } catch let problem as any UserFacingError where mayRetreat && !(problem is StoreProblem) {
                let retreat = try await provider.admit(navigation.leavingTop())
                guard retreat != navigation else { throw problem }
                navigation = retreat
            }
        }
    }
}

/// The navigation, the unanswered prompts, and the remaining tutorial items, which are saved between sessions.
public struct SavedState: Hashable, Sendable {
    public var navigation = NavigationStack()
    public var prompts: [Prompt] = []
    public var tour: [TutorialItem] = []
    public var presentedItems: [TutorialItem] = []

    public init() {}
}

extension SavedState: Codable {
    private enum CodingKeys: CodingKey { case prompts, tour, presentedItems }

    /// Decodes a state. A navigation stack saved by version 0.1 is decoded as a state without prompts.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        navigation = try NavigationStack(from: decoder)
        prompts = (try? container.decode([Prompt].self, forKey: .prompts)) ?? []
        tour = (try? container.decode([TutorialItem].self, forKey: .tour)) ?? []
        presentedItems = (try? container.decode([TutorialItem].self, forKey: .presentedItems)) ?? []
    }

    public func encode(to encoder: any Encoder) throws {
        try navigation.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(prompts, forKey: .prompts)
        try container.encode(tour, forKey: .tour)
        try container.encode(presentedItems, forKey: .presentedItems)
    }
}

extension Command {
    /// Returns the command line to record in the history. The line does not depend on the screen: a command of a
    /// record’s page includes the record’s ID. A command of a form or a review is recorded as the line that opens the
    /// form or review.
    func line(_ words: [String], about subject: String?, at place: Route, isOfScreen: Bool) -> String {
        if isOfScreen, let line = place.formLine { return line }
        if isOfScreen, case .importReview(let review) = place { return review.line }
        let subject = isOfScreen && effect.isChange ? subject : nil
        return ShellWords.joined([name] + [subject].compactMap { $0 } + words)
    }
}

extension Route {
    /// The command line that opens the form or the settings at this location, or `nil` for other locations.
    var formLine: String? {
        switch self {
        case .persons(let place): place.formLine
        case .groups(.records(let place)): place.formLine
        case .planets(let place): place.formLine
        case .notes(let place): place.formLine
        case .settings(let place): place.name
        case .login(.signUp(.name)): "signup"
        case .login(.signUp(.card)): "account"
        case .login(.account): "login"
        case .home, .groups, .favorites, .found, .history, .trash, .birthdays, .duplicates, .importReview, .login: nil
        }
    }
}

extension RecordLocation {
    fileprivate var formLine: String? {
        switch self {
        case .list, .record: nil
        case .edit(let id): "edit \(id.recordID)"
        case .new(about: let address?) where Content.kind == .note: "note \(address)"
        case .new: "new \(Content.kind.rawValue)"
        }
    }
}

extension ImportReview {
    /// The command line of the import.
    fileprivate var line: String {
        let options = [
            mapping.map { ["--map", $0] }, encoding.map { ["--encoding", $0] }, dates.map { ["--dates", $0] },
            rejects.map { ["--rejects", $0] },
            decisions.isEmpty ? nil : ["--on-duplicate", decisions],
        ].compactMap(\.self).joined()
        let isClear = !files.contains(where: \.isReadAsOption)
        return ShellWords.joined(["import"] + (isClear ? files + options : options + ["--"] + files))
    }
}

/// An error that occurred while showing the result of a successful command. Its message must not claim that nothing was
/// changed.
struct UnshownResultProblem: UserFacingError {
    let problem: StoreProblem

    var explanation: ErrorReport {
        ErrorReport(
            problem.explanation.status, "The command succeeded, but its result cannot be shown.",
            why: problem.explanation.reason, next: "Do not repeat the command. Check the disk.")
    }
}
