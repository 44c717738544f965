import Model
import Wording

/// What a field held before and after a step: texts, or the addresses of other records.
struct FieldDifference {
    let key: String
    let title: Title
    let old: [Labelled<String>]
    let new: [Labelled<String>]
    let holdsAddresses: Bool

    /// Nil when nothing has changed.
    init?(
        _ key: String, _ title: Title, old: [Labelled<String>], new: [Labelled<String>], holdsAddresses: Bool = false
    ) {
        if old == new { return nil }
        (self.key, self.title, self.old, self.new) = (key, title, old, new)
        self.holdsAddresses = holdsAddresses
    }

    /// The records that it speaks of.
    var addresses: [Address] { holdsAddresses ? (old + new).compactMap { Address($0.value) } : [] }

    /// - Parameter names: What the records are called that it speaks of.
    func told(_ names: [Address: String] = [:]) -> FieldChange {
        FieldChange(key: key, title: title, old: text(of: old, names), new: text(of: new, names))
    }

    private func text(of values: [Labelled<String>], _ names: [Address: String]) -> String {
        values.map { value in
            let name = holdsAddresses ? Address(value.value).flatMap { names[$0] } : nil
            let text = name.map { "\($0) (\(value.value))" } ?? value.value
            return value.label.isEmpty ? text : "\(value.label): \(text)"
        }
        .joined(separator: ", ")
    }
}
