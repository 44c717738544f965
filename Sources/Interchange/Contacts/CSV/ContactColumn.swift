import Model

/// What a column of a table of contacts is for.
public enum ContactColumn: Hashable, Sendable {
    /// The parts of an address that tables have; the first two belong to the street.
    public enum AddressPart: String, CaseIterable, Hashable, Sendable {
        case box, extended, street, locality, region, postalCode, country, formatted
    }

    public enum DatePart: String, CaseIterable, Hashable, Sendable { case year, month, day }

    case nothing
    /// The whole name in one.
    case name
    /// A field of a person that has a single value.
    case field(String)
    /// One of the values of a field that may have several; what is of one slot belongs together.
    case value(String, slot: String, label: String?)
    case label(slot: String)
    case part(AddressPart, slot: String, label: String?)
    case datePart(String, DatePart)
    case note, group, uid

    /// Reads the words of a mapping: `given`, `email.work`, `address.home.street`, `birthday.year`, `note`, `-` for
    /// nothing.
    ///
    /// - Parameter slot: Where a value goes that shares it with nothing.
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
        case .labelled:
            if field.key == "address", let part = rest.last.flatMap(AddressPart.init) {
                let label = rest.dropLast().joined(separator: ".")
                self = .part(part, slot: "address." + label, label: label)
            } else {
                self = .value(field.key, slot: slot, label: rest.joined(separator: "."))
            }
        case .single where rest.isEmpty: self = .field(field.key)
        case .single:
            guard rest.count == 1, let part = rest.last.flatMap(DatePart.init),
                ["birthday", "anniversary"].contains(field.key)
            else { return nil }
            self = .datePart(field.key, part)
        case .several, .prose, .reference, .secret: return nil
        }
    }

    /// As it is shown to somebody: the words of a mapping where there are some.
    public var words: String {
        switch self {
        case .nothing: "-"
        case .name: "name"
        case .field(let key): key
        case .value(let key, _, let label): key + (label.map { $0.isEmpty ? "" : "." + $0 } ?? ", under its label")
        case .label(let slot): "the label of \(slot)"
        case .part(let part, let slot, _): "\(slot).\(part.rawValue)"
        case .datePart(let key, let part): "\(key).\(part.rawValue)"
        case .note: "note"
        case .group: "group"
        case .uid: "uid"
        }
    }

    /// Whether somebody can be known by it.
    var identifies: Bool {
        switch self {
        case .name: true
        case .field(let key): ["given", "family", "nickname", "organization"].contains(key)
        case .value(let key, _, _): ["email", "phone"].contains(key)
        case .nothing, .label, .part, .datePart, .note, .group, .uid: false
        }
    }
}
