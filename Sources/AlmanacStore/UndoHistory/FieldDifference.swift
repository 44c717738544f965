import Localization
import Model

/// What a field held before and after a step: texts, or the addresses of other records.
package struct FieldDifference {
    let key: String
    let title: Title
    let old: [Labeled<String>]
    let new: [Labeled<String>]
    let holdsAddresses: Bool

    /// Nil when nothing has changed.
    init?(
        _ key: String, _ title: Title, old: [Labeled<String>], new: [Labeled<String>], holdsAddresses: Bool = false
    ) {
        if old == new { return nil }
        (self.key, self.title, self.old, self.new) = (key, title, old, new)
        self.holdsAddresses = holdsAddresses
    }

    /// The records that it speaks of.
    var addresses: [RecordID] { holdsAddresses ? (old + new).compactMap { RecordID($0.value) } : [] }

    /// - Parameter names: What the records are called that it speaks of.
    package func told(_ names: [RecordID: String] = [:]) -> FieldChange {
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
