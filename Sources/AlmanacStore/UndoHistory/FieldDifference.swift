import Localization
import Model

/// The values of a field that only one of two states has, such as the states before and after a step: text or record IDs.
struct FieldDifference {
    let key: String
    let title: Title
    let old: [Labeled<String>]
    let new: [Labeled<String>]
    let holdsAddresses: Bool

    /// Creates the difference between two lists of values. If they differ only in their order, the difference contains
    /// the values that have moved. Returns `nil` if nothing has changed.
    init?(
        _ key: String, _ title: Title, old: [Labeled<String>], new: [Labeled<String>], holdsAddresses: Bool = false
    ) {
        if old == new { return nil }
        (self.key, self.title, self.holdsAddresses) = (key, title, holdsAddresses)
        let (removed, added) = (old.removing(new), new.removing(old))
        let moved = removed.isEmpty && added.isEmpty ? zip(old, new).filter { $0 != $1 } : []
        self.old = removed + moved.map(\.0)
        self.new = added + moved.map(\.1)
    }

    /// The records that the values refer to.
    var addresses: [RecordID] { holdsAddresses ? (old + new).compactMap { RecordID($0.value) } : [] }

    /// Returns the difference for display.
    /// - Parameter names: The names of the records that the values refer to.
    func fieldChange(_ names: [RecordID: String] = [:]) -> FieldChange {
        FieldChange(key: key, title: title, old: text(of: old, names), new: text(of: new, names))
    }

    private func text(of values: [Labeled<String>], _ names: [RecordID: String]) -> String {
        values.map { value in
            let name = holdsAddresses ? RecordID(value.value).flatMap { names[$0] } : nil
            let text = name.map { "\($0) (\(value.value))" } ?? value.value
            return value.label.isEmpty ? text : "\(value.label): \(text)"
        }
        .joined(separator: ", ")
    }
}

extension [Labeled<String>] {
    /// Returns the values that are not in another list. A value is removed as often as the other list contains it.
    func removing(_ others: [Labeled<String>]) -> [Labeled<String>] {
        guard !isEmpty, !others.isEmpty else { return self }
        var counts: [Labeled<String>: Int] = [:]
        for value in others { counts[value, default: 0] += 1 }
        return filter { value in
            guard let count = counts[value], count > 0 else { return true }
            counts[value] = count - 1
            return false
        }
    }
}

/// The key and title of the field for a recorded column or table.
struct RecordedField {
    let key: String
    let title: Title

    /// Creates the field of a column or table. Returns `nil` for the row itself and for internal columns.
    init?(of column: String?, in table: String, kind: Kind) {
        let isRecord = Kind(table: table) != nil
        let name = isRecord ? column ?? "" : String(table.split(separator: "_").last ?? "")
        if let field = kind.content.field(in: name, hasTable: !isRecord) {
            (key, title) = field
        } else if name == "planted" {
            (key, title) = ("sampleData", "Sample data")
        } else if let title = Self.others[name] {
            (key, self.title) = (name, title)
        } else {
            return nil
        }
    }

    private static let others: [String: Title] = [
        "photo": "Photo", "picture": "Picture", "card": "Card", "membership": "Members", "favorite": "Favorite",
        "planet": "Planets", "account": "Account", "merge": "Merged into",
    ]
}

extension Recordable {
    /// Returns the key and title of the field that is stored in a column.
    /// - Parameter hasTable: Whether the values are in a separate table.
    fileprivate static func field(in column: String, hasTable: Bool) -> (key: String, title: Title)? {
        fields.first { $0.columns.contains(column) && $0.hasTable == hasTable }.map { ($0.key, $0.title) }
    }
}

extension EditableField {
    /// Whether the values are in a separate table.
    fileprivate var hasTable: Bool {
        switch value {
        case .texts, .labeled, .phones, .addresses: true
        case .text, .optionalText, .accessor, .date, .day, .period, .gender, .figure, .integer, .flag, .estimates,
            .uncertainties, .reference:
            false
        }
    }
}
