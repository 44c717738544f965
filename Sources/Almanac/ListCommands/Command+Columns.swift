import Model
import Navigation

extension Command {
    /// Which columns a list shows; without any the usual ones again.
    static func columns(_ kind: Kind, to place: @escaping @Sendable (ListColumns?) -> NavigationAction) -> Command {
        Command(
            "columns", .columns(kind),
            about: "which columns the list has, figures in any unit or as bars; “columns” alone shows the usual ones",
            examples: ["columns \(kind.columnsExample)"]
        ) { _, columns in place(columns) }
    }
}

extension Argument where Value == ListColumns? {
    fileprivate static func columns(_ kind: Kind) -> Argument {
        Argument(
            [Parameter("FIELD", .column(kind), .any)],
            read: { reader in
                let words = try reader.rest(.text)
                return words.isEmpty ? nil : try ListColumns(words.joined(separator: " "), of: kind)
            }, words: { $0.map { [$0.text] } ?? [] })
    }
}

extension Kind {
    /// Columns as one might want them.
    var columnsExample: String {
        switch self {
        case .person: "name birthday city home"
        case .group: "name members modified"
        case .planet: "name radius:rearth radius:bar distance:ly"
        case .note: "topic planet modified"
        }
    }
}
