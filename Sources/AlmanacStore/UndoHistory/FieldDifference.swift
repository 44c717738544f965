import Localization
import Model

/// The values of a field before and after a step: text or record IDs.
package struct FieldDifference {
    let key: String
    let title: Title
    let old: [Labeled<String>]
    let new: [Labeled<String>]
    let holdsAddresses: Bool

    /// Creates the difference between two lists of values. Returns `nil` if nothing has changed.
    init?(
        _ key: String, _ title: Title, old: [Labeled<String>], new: [Labeled<String>], holdsAddresses: Bool = false
    ) {
        if old == new { return nil }
        (self.key, self.title, self.old, self.new) = (key, title, old, new)
        self.holdsAddresses = holdsAddresses
    }

    /// The records that the values refer to.
    var addresses: [RecordID] { holdsAddresses ? (old + new).compactMap { RecordID($0.value) } : [] }

    /// Returns the difference for display.
    /// - Parameter names: The names of the records that the values refer to.
    package func fieldChange(_ names: [RecordID: String] = [:]) -> FieldChange {
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
        } else if let title = Self.others[name] {
            (key, self.title) = (name, title)
        } else {
            return nil
        }
    }

    private static let others: [String: Title] = [
        "photo": "Photo", "picture": "Picture", "card": "Card", "membership": "Members", "favorite": "Favorite",
        "planet": "Planets", "planted": "Sample data", "account": "Account", "merge": "Merged into",
    ]
}

extension Recordable {
    /// Returns the key and title of the field that is stored in a column.
    /// - Parameter hasTable: Whether the values are in a separate table.
    fileprivate static func field(in column: String, hasTable: Bool) -> (key: String, title: Title)? {
        let isSeveral: Set<EditableField<Self>.Shape> = [.several, .labeled]
        return fields.first { $0.columns.contains(column) && isSeveral.contains($0.shape) == hasTable }
            .map { ($0.key, $0.title) }
    }
}
