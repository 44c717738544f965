import Display
import Interchange

/// What was given out, and what was lost.
struct ExportTally {
    var cards = 0
    var groups = 0
    private var losses: [CardLoss] = []
    private var lossCount = 0
    private static let limit = 100

    mutating func add(_ new: [CardLoss]) {
        lossCount += new.count
        losses += new.prefix(max(0, Self.limit - losses.count))
    }

    var lossSentence: String? {
        guard let first = losses.first else { return nil }
        let others = lossCount > 1 ? " There are \(lossCount - 1) more such values; “--to FILE” lists them." : ""
        return "Not everything could be written. \(first.title): \(first.sentence)\(others)"
    }

    func page(_ path: String) -> Page {
        let groups = count(groups, "group").map { " and \($0)" } ?? ""
        let sentence = "Wrote \(count(cards, "contact") ?? "no contact")\(groups) to \(path)."
        let rows = losses.map { loss in
            Row([
                Field("name", "Name", .text(loss.title)), Field("property", "Property", .text(loss.property)),
                Field("sentence", "What was lost", .text(loss.sentence)),
            ])
        }
        let columns = [Column("name", "Name"), Column("property", "Property"), Column("sentence", "What was lost")]
        let table = Table("losses", columns: columns, rows: rows, total: lossCount)
        return Page("", [.message([sentence])] + (rows.isEmpty ? [] : [.table(table)]), forPrograms: [.table(table)])
    }
}
