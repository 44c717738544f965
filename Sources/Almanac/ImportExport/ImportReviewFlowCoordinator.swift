import Display
import Interchange
import Localization
import Model
import Navigation

/// A delegate that receives the events of the flow that reviews an import.
protocol ImportReviewFlowDelegate: PersonNavigator {
    /// Returns the action to perform after the reviewed cards are imported.
    func didFinishReview(_ report: Page) -> NavigationAction
    func didCancelReview() -> NavigationAction
}

/// The coordinator of the flow that reviews an import, a child of the persons flow: it shows the cards that match
/// existing contacts, asks how to import each of them, and imports the cards.
struct ImportReviewFlowCoordinator: FlowCoordinator, ImportNavigator {
    /// The review with which the flow begins.
    let start: ImportReview
    let animation = TransitionAnimation.cover
    let imports: ImportCommand
    let delegate: any ImportReviewFlowDelegate

    func screen(for review: ImportReview) async throws -> any Screen {
        let request = try ImportRequest(review)
        let report = try await preview(of: request)
        let decisions = DuplicatePolicy.allCases.map { decide($0, review, request.decisions, report.cases) }
        let show = Command.show("Show the existing contact in that row") { Person.ID($0).map(delegate.didSelect) }
        return PageScreen("import", report.review, decisions + [show, importCommand(request), cancelCommand])
    }

    /// Returns the report that an import would make, without importing anything.
    ///
    /// - Throws: `CommandProblem` instead of `StoreProblem`, so that the app can start at another location.
    private func preview(of request: ImportRequest) async throws -> ImportReport {
        do {
            return try await imports.importer.preview(of: request)
        } catch let problem as StoreProblem {
            throw CommandProblem.notHere(problem.explanation.what, next: "Use “import” again later.")
        }
    }

    /// The command `import FILE…`, which ends the review if it imports cards.
    var localCommands: [Command] { [imports.command(for: self)] }

    // MARK: - Commands

    /// Returns the command that sets the decision for the cards in the given rows, for all cards with one kind of
    /// match, or, without arguments, for all undecided cards.
    private func decide(
        _ policy: DuplicatePolicy, _ review: ImportReview, _ decisions: DuplicateDecisions,
        _ cases: [ImportReport.Case]
    ) -> Command {
        Command(
            policy.rawValue, .any("ROW|changed|possible", .reviewedCards(cases)), about: policy.summary,
            examples: [policy.rawValue, "\(policy.rawValue) 1 3", "\(policy.rawValue) possible"]
        ) { _, cards in
            var decisions = decisions
            if cards.isEmpty { decisions.others = policy }
            for cards in cards {
                switch cards {
                case .card(let position, row: _): decisions.cards[position] = policy
                case .all(let kind): decisions.kinds[kind] = policy
                }
            }
            var review = review
            review.decisions = decisions.description
            return .replace(.importReview(review))
        }
    }

    private func importCommand(_ request: ImportRequest) -> Command {
        Command("import", about: "Import all cards as decided", effect: .changes) { invocation in
            let isDryRun = invocation.context.isDryRun
            var request = request
            request.confirmation.isDryRun = isDryRun
            let importer = imports.importer
            let sources = try await importer.sources(of: request)
            let (report, outcome) = try await importer.run(request, of: sources, in: invocation.context)
            guard !report.isOpen else {
                let count = report.undecided.values.reduce(0, +)
                throw CommandProblem.notHere(
                    Message(count, one: "1 card is undecided.", other: "\(count) cards are undecided."),
                    next: "Use “merge”, “skip”, or “keep-both”.")
            }
            return isDryRun ? .tell(report.page(outcome)) : didImport(report.page(outcome))
        }
    }

    private var cancelCommand: Command {
        Command("cancel", about: "Close the review without importing anything") { _ in delegate.didCancelReview() }
    }

    // MARK: - ImportNavigator

    func review(_ review: ImportReview) -> NavigationAction { .replace(.importReview(review)) }
    func didImport(_ report: Page) -> NavigationAction { delegate.didFinishReview(report) }
}

/// The cards that a decision in a review applies to.
private enum ReviewedCards: Sendable, CustomStringConvertible {
    case card(CardPosition, row: Int)
    case all(MatchKind)

    var description: String {
        switch self {
        case .card(_, let row): "\(row)"
        case .all(let kind): kind.rawValue
        }
    }
}

extension ValueParser<ReviewedCards> {
    /// Returns a parser for the row numbers of cases, and for `changed` and `possible`.
    fileprivate static func reviewedCards(_ cases: [ImportReport.Case]) -> ValueParser {
        ValueParser(
            .choice(MatchKind.allCases.map(\.rawValue)),
            parse: { word, _ in
                if let kind = MatchKind(rawValue: word) { return .all(kind) }
                guard let row = Int(word), cases.indices.contains(row &- 1) else { return nil }
                return cases[row - 1].position.map { .card($0, row: row) }
            }, orThrow: CommandProblem.noSuchRow)
    }
}

extension DuplicatePolicy {
    fileprivate var summary: Message {
        switch self {
        case .skip: "Keep the existing contacts unchanged"
        case .merge: "Merge the cards into the existing contacts"
        case .keepBoth: "Add the cards as separate contacts"
        }
    }
}
