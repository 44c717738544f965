import Localization
import Model

/// Finds out where the values of a record are from.
struct SourcesReader: Sendable {
    /// So many steps are read at a time.
    private static let page = 200

    let history: any HistoryDataSource
    let clock: Clock
    /// The name of the account that looks; nil for a guest.
    let account: String?

    /// What the history knows of it.
    func origins(of address: RecordID) async throws -> FieldProvenance {
        var steps: [Step] = []
        var page = ResultPage<Step>([], hasMore: true)
        while page.hasMore {
            let start = steps.last.map { PageCursor.after($0.id) } ?? .beginning
            page = try await history.steps(about: address, at: start, limit: Self.page)
            steps += page.items
            if page.items.isEmpty { break }
        }
        return FieldProvenance(of: address, in: steps, try await history.changes(of: address, in: steps.map(\.id)))
    }

    /// Who gave a value by hand, and when: `you, on 21 November 2026`.
    func words(_ step: Step) -> Message {
        let isMine = step.origin != .outside && step.author == account
        let author: Message = isMine ? "you" : step.authorWords
        return "\(author), on \(DateWords.words(clock.day(step.time)))"
    }
}
