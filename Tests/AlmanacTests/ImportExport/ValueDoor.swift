import FoundationEssentials
import Model
import TestSupport
import Testing
import Text

@testable import Almanac

/// A file format or a command through which a value enters the program.
enum ValueDoor: String, CaseIterable {
    case vCard21 = "vcard-2.1"
    case vCard30 = "vcard-3.0"
    case vCard40 = "vcard-4.0"
    case jCard = "jcard"
    case jsContact = "jscontact"
    case ldif, csv, mail, edit, new, form, filter

    /// The formats of exports.
    static let exports: [ValueDoor] = [.vCard21, .vCard30, .vCard40, .jCard, .jsContact, .ldif, .csv]

    fileprivate var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    private var vCardVersion: String? { rawValue.hasPrefix("vcard-") ? String(rawValue.dropFirst(6)) : nil }

    /// The name of a file in the format.
    var fileName: String {
        switch self {
        case .vCard21, .vCard30, .vCard40: "in.vcf"
        case .jCard, .jsContact: "in.json"
        case .ldif: "in.ldif"
        case .csv: "in.csv"
        case .mail, .edit, .new, .form, .filter: "in"
        }
    }

    /// Returns the content of a file with a value.
    ///
    /// - Parameter template: The part of the file with the value, in which `%` is replaced with the spelling.
    func file(_ template: String, _ spelling: String) -> String {
        let lines = template.split(separator: "\n").map(String.init)
        switch self {
        case .vCard21, .vCard30, .vCard40:
            let escaped = vCardVersion == "2.1" ? spelling : Self.escaped(spelling)
            let name = lines.contains { $0.hasPrefix("FN") } ? [] : ["FN:Ann", "N:;Ann;;;"]
            let values = lines.map { $0.replacing("%", with: $0.contains("\"%\"") ? spelling : escaped) }
            let card = ["BEGIN:VCARD", "VERSION:\(vCardVersion ?? "")"] + name + values + ["END:VCARD", ""]
            return card.joined(separator: "\r\n")
        case .jCard:
            let name = template.contains("\"fn\"") ? "" : "[\"fn\",{},\"text\",\"Ann\"],"
            let values = template.replacing("%", with: Self.json(spelling))
            return "[\"vcard\",[[\"version\",{},\"text\",\"4.0\"],\(name)\(values)]]"
        case .jsContact:
            let name = template.hasPrefix("\"name\"") ? "" : "\"name\":{\"full\":\"Ann\"},"
            let values = template.replacing("%", with: Self.json(spelling))
            return "{\"@type\":\"Card\",\"version\":\"1.0\",\(name)\(values)}"
        case .ldif:
            let name = template.hasPrefix("cn") ? [] : ["cn: Ann", "sn: Ann"]
            let values = lines.map { line in
                let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
                let value = parts[1].replacing("%", with: spelling)
                return "\(parts[0]):: \(Data(value.utf8).base64EncodedString())"
            }
            return (["dn: uid=1", "objectClass: person"] + name + values + [""]).joined(separator: "\n")
        case .csv:
            let columns = lines.map { $0.split(separator: ": ", maxSplits: 1).map(String.init) }
            let isNamed = columns.contains { $0[0].hasSuffix("Name") }
            var writer = CSVWriter()
            writer.write((isNamed ? [] : ["First Name"]) + columns.map { $0[0] })
            writer.write((isNamed ? [] : ["Ann"]) + columns.map { $0[1].replacing("%", with: spelling) })
            return String(decoding: writer.drain(), as: UTF8.self)
        case .mail, .edit, .new, .form, .filter: return template.replacing("%", with: spelling)
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing(",", with: "\\,").replacing(";", with: "\\;").replacing("\n", with: "\\n")
    }

    private static func json(_ text: String) -> String { text.replacing("\n", with: "\\n") }
}

/// A type of value, with its spellings and the way in which each door carries it.
struct ValueType: CustomTestStringConvertible, Sendable {
    let name: String
    /// The value as stored.
    let stored: String
    let spellings: [String]
    /// The part of a card with the value, which applies to all versions of vCard unless `templates` has another one.
    let card: String
    /// The parts of other files, and the words of commands. A door without a template requires an exception.
    let templates: [ValueDoor: String]
    /// The reasons why a door cannot carry the value, or carries it in one spelling only.
    let exceptions: [ValueDoor: String]
    /// The reasons why an export cannot represent the value.
    var losses: [ValueDoor: String] = [:]
    /// The spellings for doors that do not use `spellings`.
    var own: [ValueDoor: [String]] = [:]

    var testDescription: String { name }

    func template(_ door: ValueDoor) -> String? {
        if let template = templates[door] { return template }
        switch door {
        case .vCard21, .vCard30, .vCard40: return card
        case .jCard:
            let lines = card.split(separator: "\n").map { line in
                let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
                return "[\"\(parts[0].lowercased())\",{},\"text\",\"\(parts[1])\"]"
            }
            return lines.joined(separator: ",")
        case .jsContact, .ldif, .csv, .mail, .edit, .new, .form, .filter: return nil
        }
    }

    func spellings(_ door: ValueDoor) -> [String] { own[door] ?? spellings }

    /// Returns whether to test a door. A soak test covers every door. Otherwise, mail is tested with every type, and each
    /// other door with a third of the types.
    func isTested(_ door: ValueDoor) -> Bool {
        let type = Self.all.firstIndex { $0.name == name } ?? 0
        return Soak.isOn || door == .mail || (door.number + type).isMultiple(of: 3)
    }

    /// Returns the spellings to test: all in a soak test, and otherwise one.
    func testedSpellings(_ door: ValueDoor, in template: String) -> [String] {
        let all = template.contains("%") ? spellings(door) : [""]
        return Soak.isOn ? all : [all[door.number % all.count]]
    }

    /// Returns the value as read from a person.
    func value(of person: Person) -> String {
        switch name {
        case "full name", "full name with titles", "full name in Japanese", "part of a name":
            return [person.name.prefix, person.name.given, person.name.family].joined(separator: "|")
        case "label", "label of types": return person.phones.map { "\($0.label) \($0.value)" }.joined(separator: ", ")
        default:
            let values = Person.fields.first { $0.key == key }?.read(person).map(\.value) ?? []
            return values.joined(separator: ", ")
        }
    }

    /// The key of the field.
    private var key: String {
        let key = name.split(separator: " ")[0]
        return String(key)
    }
}
