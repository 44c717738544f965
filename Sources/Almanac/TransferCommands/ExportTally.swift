import Display
import Interchange
import Localization
import Model

/// The numbers of exported cards and lost values.
struct ExportTally {
    var cards = 0
    var groups = 0
    private var losses: [CardLoss] = []
    private var lossCount = 0
    private static let limit = 100

    var isEmpty: Bool { cards == 0 && groups == 0 }

    mutating func add(_ new: [CardLoss]) {
        lossCount += new.count
        losses += new.prefix(max(0, Self.limit - losses.count))
    }

    var lossSentence: Message? {
        guard let first = losses.first else { return nil }
        let sentence: Message = "Some values cannot be exported. \(first.title): \(first.sentence)"
        guard lossCount > 1 else { return sentence }
        return "\(sentence) Use “--to FILE” to list all \(lossCount) values."
    }

    func page(_ path: String) -> Page {
        let cards = count(cards, "contact") ?? "no contacts"
        let sentence: Message =
            count(groups, "group").map { "Exported \(cards) and \($0) to \(path)." } ?? "Exported \(cards) to \(path)."
        let rows = losses.map { loss in
            Row([
                Field("name", "Name", .text(loss.title)), Field("property", "Property", .text(loss.property)),
                Field("sentence", "Lost value", .words(loss.sentence)),
            ])
        }
        let columns = [Column("name", "Name"), Column("property", "Property"), Column("sentence", "Lost value")]
        let table = Table("losses", columns: columns, rows: rows, total: lossCount)
        return Page(
            "", [.message([sentence])] + (rows.isEmpty ? [] : [.table(table)]),
            forPrograms: [.message([sentence]), .table(table)])
    }
}

/// A reader that returns the cards of an export selection page by page.
struct ExportPages {
    private let source: any ExportDataSource
    private let limit: Int
    private let withPhotos: Bool
    /// The persons of the remaining pages, or `nil` for all persons.
    private var rest: ArraySlice<Person.ID>?
    private var last: Person.ID?
    private var isOver = false

    init(_ selection: ExportSelection, limit: Int, withPhotos: Bool, from source: any ExportDataSource) {
        self.source = source
        self.limit = limit
        self.withPhotos = withPhotos
        if case .persons(let ids) = selection { rest = ids.sorted { $0.rawValue < $1.rawValue }[...] }
    }

    mutating func next() async throws -> ExportPage? {
        guard !isOver, rest?.isEmpty != true else { return nil }
        let part = rest.map { Array($0.prefix(limit)) }
        let page = try await source.cards(
            of: part.map(ExportSelection.persons) ?? .all, after: last, limit: limit, withPhotos: withPhotos)
        isOver = part == nil && page.last == nil
        // A page without a last ID contains all persons of the part.
        let end = page.last ?? part?.last
        rest = rest?.drop { $0.rawValue <= end?.rawValue ?? .max }
        last = end
        return page
    }
}
