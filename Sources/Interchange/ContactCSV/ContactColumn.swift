import Model

/// The meaning of a column in a CSV file of contacts.
public enum ContactColumn: Hashable, Sendable {
    /// A part of a postal address. The cases are in the order of `ADR`. The first two are stored as part of the street.
    public enum AddressPart: String, CaseIterable, Hashable, Sendable {
        case box, extended, street, locality, region, postalCode, country, formatted
    }

    public enum DateField: String, CaseIterable, Hashable, Sendable { case birthday, anniversary }

    public enum DatePart: String, CaseIterable, Hashable, Sendable { case year, month, day }

    case nothing
    case name
    /// A single-valued field, identified by its key.
    case field(String)
    /// A labeled value of the field with this key. Columns with the same slot describe the same value.
    case value(String, slot: String, label: String?)
    /// The label of a value of the field with this key.
    case label(of: String, slot: String)
    case part(AddressPart, slot: String, label: String?)
    case datePart(DateField, DatePart)
    /// A date and the order of its day and month. The order is `nil` if the values determine it.
    case date(DateField, TableDate.Order?)
    case note, group, uid

    /// Creates a column from a mapping, such as `given`, `email.work`, `address.home.street`, `birthday.year`, or
    /// `note`. The mapping `-` ignores the column.
    ///
    /// - Parameter slot: A slot that no other column uses.
    init?(_ words: String, slot: String) {
        let parts = words.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let key = parts.first else { return nil }
        switch (key.lowercased(), parts.count) {
        case ("-", 1): self = .nothing
        case ("name", 1): self = .name
        case ("note", 1), ("notes", 1): self = .note
        case ("group", 1), ("groups", 1): self = .group
        case ("uid", 1): self = .uid
        default:
            guard let field = Person.fields.first(where: { $0.answers(to: key) }), field.key != "planet" else {
                return nil
            }
            self.init(field, rest: parts.dropFirst(), slot: slot)
        }
    }

    private init?(_ field: EditableField<Person>, rest: ArraySlice<String>, slot: String) {
        switch field.shape {
        case .labeled:
            if field.key == "address", let part = rest.last.flatMap(AddressPart.init) {
                let label = rest.dropLast().joined(separator: ".")
                self = .part(part, slot: "address." + label, label: label)
            } else {
                self = .value(field.key, slot: slot, label: rest.joined(separator: "."))
            }
        case .single:
            guard rest.count <= 1 else { return nil }
            switch (DateField(rawValue: field.key), rest.first) {
            case (nil, nil): self = .field(field.key)
            case (nil, _?): return nil
            case (let date?, nil): self = .date(date, nil)
            case (let date?, let word?):
                let part = DatePart(rawValue: word).map { ContactColumn.datePart(date, $0) }
                guard let column = part ?? TableDate.Order(rawValue: word).map({ .date(date, $0) }) else { return nil }
                self = column
            }
        case .several, .prose, .reference, .secret: return nil
        }
    }

    /// The meaning in the syntax of `--map`, or a description if the syntax cannot express it.
    public var words: String {
        switch self {
        case .nothing: "-"
        case .name: "name"
        case .field(let key): key
        case .value(let key, _, let label):
            key + (label.map { $0.isEmpty ? "" : "." + $0 } ?? " (labeled)")
        case .label(_, let slot): "label of \(slot)"
        case .part(let part, let slot, _): "\(slot).\(part.rawValue)"
        case .datePart(let key, let part): "\(key.rawValue).\(part.rawValue)"
        case .date(let key, let order): key.rawValue + (order.map { ".\($0.rawValue)" } ?? "")
        case .note: "note"
        case .group: "group"
        case .uid: "uid"
        }
    }

    /// The meaning without the order of day and month.
    var withoutOrder: ContactColumn {
        if case .date(let field, _) = self { .date(field, nil) } else { self }
    }

    /// Whether the column can identify a contact.
    var identifies: Bool {
        switch self {
        case .name: true
        case .field(let key): ["given", "family", "nickname", "organization"].contains(key)
        case .value(let key, _, _): ["email", "phone"].contains(key)
        case .nothing, .label, .part, .datePart, .date, .note, .group, .uid: false
        }
    }
}
