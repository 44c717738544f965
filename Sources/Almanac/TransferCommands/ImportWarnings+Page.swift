import Display
import Interchange
import Localization

extension ImportWarnings {
    /// A table of what is reported, below its title; nothing if there is nothing.
    func blocks(_ key: String, _ title: Title) -> [Block] {
        Block.excerpt(key, title, Self.columns, reported.map(\.row), of: count)
    }

    var value: Value { .list(reported.map { .parts($0.row.fields) }) }

    private static let columns = [Column("place", "Where"), Column("sentence", "What", isProse: true)]
}

extension ImportWarning {
    fileprivate var row: Row {
        Row([
            Field("place", "Where", .text(place.description)), Field("file", "File", .text(place.file)),
            Field("line", "Line", .integer(orNone: place.line)),
            Field("column", "Column", .integer(orNone: place.column)),
            Field("card", "Card", .integer(orNone: place.number)), Field("sentence", "What", .words(sentence)),
        ])
    }
}

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
