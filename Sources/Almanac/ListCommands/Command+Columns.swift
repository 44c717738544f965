import Model
import Navigation

extension Command {
    /// Which columns a list shows; without any the usual ones again.
    static func columns(_ kind: Kind, to place: @escaping @Sendable (ListColumns?) -> NavigationAction) -> Command {
        Command(
            "columns", [Parameter("FIELD", .column(kind), .any)],
            about: "which columns the list has, figures in any unit or as bars; “columns” alone shows the usual ones",
            examples: ["columns \(kind.columnsExample)"]
        ) { invocation in
            guard !invocation.arguments.isEmpty else { return place(nil) }
            return place(try ListColumns(invocation.arguments.joined(separator: " "), of: kind))
        }
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
