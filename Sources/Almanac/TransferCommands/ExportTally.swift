import Display
import Interchange
import Localization

/// What was given out, and what was lost.
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
        let sentence: Message = "Not everything could be written. \(first.title): \(first.sentence)"
        guard lossCount > 1 else { return sentence }
        return "\(sentence) “--to FILE” lists all \(lossCount) such values."
    }

    func page(_ path: String) -> Page {
        let cards = count(cards, "contact") ?? "no contact"
        let sentence: Message =
            count(groups, "group").map { "Wrote \(cards) and \($0) to \(path)." } ?? "Wrote \(cards) to \(path)."
        let rows = losses.map { loss in
            Row([
                Field("name", "Name", .text(loss.title)), Field("property", "Property", .text(loss.property)),
                Field("sentence", "What was lost", .words(loss.sentence)),
            ])
        }
        let columns = [Column("name", "Name"), Column("property", "Property"), Column("sentence", "What was lost")]
        let table = Table("losses", columns: columns, rows: rows, total: lossCount)
        return Page("", [.message([sentence])] + (rows.isEmpty ? [] : [.table(table)]), forPrograms: [.table(table)])
    }
}
