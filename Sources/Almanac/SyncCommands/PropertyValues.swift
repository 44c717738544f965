import Display
import Interchange
import Localization
import Model

/// The values of a property of a card in readable form.
struct PropertyValues {
    /// The maximum length of a line that Almanac does not interpret.
    private static let limit = 100

    private let fields: [Field]

    /// Interprets lines of a card.
    private init(_ property: String, _ lines: [String]) {
        let text = ["BEGIN:VCARD", "VERSION:4.0"] + lines + ["END:VCARD", ""]
        let card = (try? VCard(Array(text.joined(separator: "\r\n").utf8)).contents) ?? ContactCard()
        let person = card.person
        fields =
            switch property {
            case "FN": [Field("name", "Name", .text(orNone: lines.isEmpty ? "" : person.title))]
            case "PHOTO": [Field("photo", "Photo", lines.isEmpty ? .none : .words("a photo"))]
            default:
                Person.fields.map { Field($0.key, $0.title, $0.value(of: person)) } + [
                    Field("notes", "Notes", .list(card.notes.map(Value.text))),
                    Field("groups", "Groups", .list(card.categories.map(Value.text))),
                    Field("planet", "Home planet", .text(orNone: card.planet ?? "")),
                ]
            }
    }

    /// Returns the fields that differ between two versions of a property, with both values. If Almanac does not interpret
    /// the property, its lines are the values.
    static func differences(_ property: String, _ first: [String], _ second: [String]) -> [Comparison.Difference] {
        let fields = zip(PropertyValues(property, first).fields, PropertyValues(property, second).fields)
        // Photos are shown in the same way even if they differ.
        let differences = fields.filter { $0.value != $1.value || $0.key == "photo" }.map {
            Comparison.Difference(key: $0.key, title: $0.title, values: [$0.value, $1.value])
        }
        guard differences.isEmpty else { return differences }
        return [
            Comparison.Difference(
                key: property, title: property, values: [first, second].map { value(of: property, $0) })
        ]
    }

    /// Returns the beginnings of lines, without the name of the property if there are no parameters.
    private static func value(of property: String, _ lines: [String]) -> Value {
        let excerpts = lines.map { line in
            let name = line.prefix { $0 != ":" }
            let text =
                [property, "X-\(property)"].contains(name.uppercased()) ? line.dropFirst(name.count + 1) : line[...]
            return text.count > limit ? "\(text.prefix(limit))…" : String(text)
        }
        return switch excerpts.count {
        case 0: .none
        case 1: .text(excerpts[0])
        default: .list(excerpts.map(Value.text))
        }
    }
}
