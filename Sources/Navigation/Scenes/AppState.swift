import Display
import Localization
import Model

/// The running app as a value: where the user is, what is on screen, what is asked. Everything a user can do is a line sent to it.
public struct AppState: Sendable {
    public private(set) var navigation: NavigationStack
    public private(set) var scene: Scene
    /// Questions over the place, first in first out.
    public private(set) var prompts: [Prompt] = []
    /// What the last command told.
    public private(set) var notice: Page?
    /// What the last command has changed and how to take it back, where it tells nothing of it itself.
    public private(set) var statusLine: Message?
    /// What the last command that did something showed.
    private var shown: Page
    /// The page the last command wants in the browser.
    public private(set) var visit: WebAddress?
    public private(set) var isOver = false
    /// Whether somebody can be asked, and sees numbered rows.
    public var isInteractive: Bool
    private let provider: any SceneProvider

    /// Begins at a place; one that is gone is left by the way back.
    package init(
        _ provider: any SceneProvider, at navigation: NavigationStack = NavigationStack(), isInteractive: Bool = false
    ) async throws {
        self.provider = provider
        self.isInteractive = isInteractive
        (self.navigation, scene) = try await AppState.arrive(at: navigation, from: provider, mayRetreat: true)
        shown = scene.screen.page
    }

    /// Goes on where somebody was; a place that is gone is left by the way back.
    public mutating func resume(at navigation: NavigationStack) async throws {
        (self.navigation, scene) = try await AppState.arrive(at: navigation, from: provider, mayRetreat: true)
    }

    /// Carries out a line. When it throws, nothing has changed but what the error says.
    public mutating func send(_ line: String) async throws { try await send(words: try ShellWords.of(line)) }

    public mutating func send(words: [String]) async throws {
        notice = nil
        statusLine = nil
        visit = nil
        guard let first = words.first else { return }
        try await provider.prepareForCommand()
        do {
            let (move, isChange) = try await answer(first, Array(words.dropFirst()))
            do {
                try await perform(move)
            } catch let problem as StoreProblem where isChange {
                throw UnshownResult(problem: problem)
            }
        } catch CommandProblem.ambiguous(let name, let references) where isInteractive {
            try await perform(ChoicePresenter(name: name, references: references, words: words).present())
        }
    }

    /// Answers the first prompt; it is gone then, whatever comes of the answer.
    public mutating func answer(_ answer: Prompt.Answer) async throws {
        notice = nil
        guard let prompt = prompts.first, prompt.answers.contains(answer) else { return }
        prompts.removeFirst()
        if let line = answer.line { try await send(line) }
    }

    /// Leaves the first prompt unanswered.
    public mutating func decline() {
        if !prompts.isEmpty { prompts.removeFirst() }
    }

    /// Whether a command that answers here has the option.
    public func accepts(_ option: Option, _ command: String) -> Bool {
        scene.commands.first { $0.matches(command) }?.options.contains(option) ?? false
    }

    // MARK: - Who answers

    /// Asks the responders, nearest first, until one makes a move of the words.
    private mutating func answer(_ name: String, _ arguments: [String]) async throws -> (
        NavigationAction, isChange: Bool
    ) {
        var (name, arguments) = (name, arguments)
        if ShellWords.containsHelpOption(arguments) {
            (name, arguments) = ("help", [name])
        } else if isInteractive, arguments.isEmpty, Int(name) != nil {
            (name, arguments) = ("show", [name])
        } else if isInteractive, arguments.isEmpty, name.contains("/"), Path(name) != nil || RecordID.mayName(name) {
            (name, arguments) = ("open", [name])
        } else if name.hasPrefix("/") {
            (name, arguments) = ("narrow", [String(name.dropFirst())].filter { !$0.isEmpty } + arguments)
        } else if FieldAssignment(name) != nil {
            (name, arguments) = ("set", [name] + arguments)
        }
        var problem: CommandProblem?
        let author = await provider.account
        let candidates = scene.chain.enumerated().flatMap { distance, responder in
            responder.commands.filter { $0.matches(name) }.map { (command: $0, isOfScreen: distance == 0) }
        }
        var invocation = Invocation(
            isInteractive: isInteractive, screen: scene.contents(showing: shown),
            context: CommandContext("", by: author))
        for (command, isOfScreen) in candidates {
            let call: Command.Call
            do {
                call = try command.call(
                    arguments, besides: provider.programOptions, in: invocation)
            } catch let mismatch as ArgumentMismatch {
                // What is missing is told of the nearest, what is too much of the last.
                if case .missingArgument = problem { continue }
                problem = mismatch.problem ?? problem
                continue
            }
            provider.log("\(navigation.path): \(command.name)")
            invocation.context = CommandContext(
                command.line(
                    call.words, about: scene.screen.page.address, at: navigation.top, isOfScreen: isOfScreen),
                by: author, isDryRun: call.isDryRun)
            if let move = try await call.run(invocation) {
                let context = invocation.context
                if let dryRun = context.dryRun, let page = provider.page(of: dryRun) {
                    return (.tell(page), isChange: false)
                }
                if command.effect == .changes && !move.tells { statusLine = await provider.statusLine(after: context) }
                return (move, command.effect == .changes && !move.asks)
            }
        }
        throw problem ?? unanswered(name, arguments)
    }

    private func unanswered(_ name: String, _ arguments: [String]) -> CommandProblem {
        if name == "narrow" {
            return .notHere("There is no list here that “/” could narrow.", next: "“persons” is one.")
        }
        let known = scene.commands.flatMap { [$0.name] + $0.aliases }
        if name == "set", let word = arguments.first, FieldAssignment(word) != nil, !known.contains(name) {
            return .notHere(
                "“\(word)” sets a field of a form, and here is none.",
                next:
                    "Write “edit \(ShellWords.quote(word))” at a record, “edit ID \(ShellWords.quote(word))” anywhere."
            )
        }
        if known.contains(name) { return .notFound(ShellWords.joined([name] + arguments), suggestions: []) }
        return .unknownCommand(name, suggestions: SpellingSuggestions.suggestions(for: name, among: known))
    }

    // MARK: - Where it leads

    private mutating func perform(_ move: NavigationAction) async throws {
        if case .ask(let questions) = move, let question = questions.first, !isInteractive {
            throw CommandProblem.promptUnavailable(question)
        }
        let next = navigation.after(move)
        (navigation, scene) = try await AppState.arrive(at: next, from: provider, mayRetreat: !move.namesItsPlace)
        show(move)
        shown = notice ?? scene.screen.page
    }

    private mutating func show(_ move: NavigationAction) {
        switch move {
        case .ask(let questions):
            for question in questions where isInteractive && !prompts.contains(question) { prompts.append(question) }
        case .tell(let page): notice = page
        case .visit(let address): visit = address
        case .quit: isOver = true
        case .all(let moves): for move in moves { show(move) }
        case .stay, .push, .replace, .back, .forward, .present, .dismiss, .leave, .open, .restart: break
        }
    }

    /// The scene of a place, past the guard. A place that is gone is left by the way back, unless it was asked for by name;
    /// one that the store cannot show just now is not gone.
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

extension NavigationAction {
    /// Whether it says something itself.
    fileprivate var tells: Bool {
        switch self {
        case .tell, .ask: true
        case .stay, .back, .forward, .present, .dismiss, .leave, .restart, .push, .replace, .open, .visit, .quit: false
        case .all(let moves): moves.contains(where: \.tells)
        }
    }

    fileprivate var asks: Bool {
        switch self {
        case .ask: true
        case .stay, .back, .forward, .present, .dismiss, .leave, .restart, .push, .replace, .open, .tell, .visit, .quit:
            false
        case .all(let moves): moves.contains(where: \.asks)
        }
    }

    /// Whether it says where it leads, rather than where from.
    fileprivate var namesItsPlace: Bool {
        switch self {
        case .push, .replace, .open: true
        case .stay, .back, .forward, .present, .dismiss, .leave, .restart, .ask, .tell, .visit, .quit: false
        case .all(let moves): moves.contains(where: \.namesItsPlace)
        }
    }
}

/// A command was carried out, but the store does not show what came of it: nothing may say then that nothing was changed.
struct UnshownResult: UserFacingError {
    let problem: StoreProblem

    var explanation: ErrorReport {
        ErrorReport(
            problem.explanation.status, "That was carried out, but what came of it cannot be shown.",
            why: problem.explanation.why, next: "Do not repeat it; look after the disk.")
    }
}
