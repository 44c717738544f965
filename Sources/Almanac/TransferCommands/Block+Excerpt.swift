import Display
import Localization

extension Block {
    /// The first rows of a table that may be long, below their title; nothing if there are none.
    static func excerpt(
        _ key: String, _ title: Title, _ columns: [Column], _ rows: [Row], of total: Int
    ) -> [Block] {
        guard !rows.isEmpty else { return [] }
        let heading: Message =
            total > rows.count
            ? "\(title: title) (the first \(rows.count) of \(total)):" : "\(title: title):"
        return [.prose(heading), .table(Table(key, columns: columns, rows: rows))]
    }
}
