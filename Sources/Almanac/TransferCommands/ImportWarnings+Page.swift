import Display
import Interchange
import Localization

extension ImportWarnings {
    /// Returns a table with a title; empty if there are no items.
    func blocks(_ key: String, _ title: Title) -> [Block] {
        Block.excerpt(key, title, Self.columns, reported.map(\.row), of: count)
    }

    var value: Value { .list(reported.map { .parts($0.row.fields) }) }

    private static let columns = [Column("place", "Location"), Column("sentence", "Message", isProse: true)]
}

extension ImportWarning {
    fileprivate var row: Row {
        Row([
            Field("place", "Location", .text(place.description)), Field("file", "File", .text(place.file)),
            Field("line", "Line", .integer(orNone: place.line)),
            Field("column", "Column", .integer(orNone: place.column)),
            Field("card", "Card", .integer(orNone: place.number)), Field("sentence", "Message", .words(sentence)),
        ])
    }
}

extension Block {
    /// Returns a table with a title that mentions omitted rows; empty if there are no rows.
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
