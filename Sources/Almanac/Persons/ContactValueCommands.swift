import Display
import Interchange
import Localization
import Model
import Navigation

/// The commands that print the phone numbers, the email addresses, or the postal addresses of a person and nothing
/// else.
struct ContactValueCommands: Responder {
    let persons: any PersonDataSource
    let resolver: RecordResolver

    var commands: [Command] {
        [
            command(
                "phone", about: "Print the phone numbers of a contact, one per line",
                nothing: { "No phone number for \($0)." }
            ) { person in person.phones },
            command(
                "email", about: "Print the email addresses of a contact, one per line",
                nothing: { "No email address for \($0)." }
            ) { person in person.emails },
            postal,
        ]
    }

    private func command(
        _ name: String, about summary: @autoclosure @escaping @Sendable () -> Message,
        nothing: @escaping @Sendable (String) -> Message,
        values: @escaping @Sendable (Person) -> [Labeled<String>]
    ) -> Command {
        Command(
            name, .name, .label, about: summary(), examples: ["\(name) leia", "\(name) persons/7 --only work"],
            details: Self.details
        ) { _, name, label in
            let person = try await resolver.person(name, from: persons)
            let entries = values(person.content).with(label: label).map { Entry(label: $0.label, lines: [$0.value]) }
            return .tell(page(entries, of: person, nothing: nothing(person.title)))
        }
    }

    private var postal: Command {
        Command(
            "postal", .name, .label,
            Argument.flag("--label", "Print address labels in the format of their country"),
            about: "Print the postal addresses of a contact, one per line",
            examples: ["postal leia", "postal persons/7 --label --only home"],
            details: """
                \(Self.details) With `--label`, the lines of each address follow the rules of its country (UPU S42), with \
                the name above and the country below. An empty line separates labels.
                """
        ) { _, name, label, isLabel in
            let person = try await resolver.person(name, from: persons)
            let entries = person.content.addresses.with(label: label).map { address in
                let lines = address.value.label(to: isLabel ? person.content.recipient(at: address.label) : [])
                return Entry(label: address.label, lines: isLabel ? lines : [lines.joined(separator: ", ")])
            }
            return .tell(
                page(
                    entries, of: person, isLabel: isLabel,
                    nothing: "No postal address for \(person.title)."))
        }
    }

    private static let details: Message = "NAME is an ID, a name, or part of a name that only one contact has."

    /// A value to print and its label in the contact.
    private struct Entry {
        let label: String
        let lines: [String]
    }

    private func page(
        _ entries: [Entry], of person: Record<Person>, isLabel: Bool = false, nothing: Message
    ) -> Page {
        let table = Table(
            "values", columns: [Column("value", "Value")],
            rows: entries.map { entry in
                Row([
                    Field("value", "Value", .text(entry.lines.joined(separator: "\n"))),
                    Field("label", "Label", .text(entry.label)),
                    Field("id", "ID", .text(person.recordID.description)),
                ])
            }, keys: ["value", "label", "id"], placeholder: nothing)
        let text = entries.map { $0.lines.joined(separator: "\n") }.joined(separator: isLabel ? "\n\n" : "\n")
        // A label is printed as several lines in every format.
        return Page(
            "", [entries.isEmpty ? .message([nothing]) : .verbatim(text)],
            forPrograms: isLabel && !entries.isEmpty ? nil : [.table(table)])
    }
}

extension RecordResolver {
    /// Returns the person that a word identifies, or the merge target if the person was merged.
    func person(_ word: RecordArgument, from persons: any PersonDataSource) async throws -> Record<Person> {
        try await resolving(word) { recordID in
            guard let id = Person.ID(recordID) else { throw CommandProblem.wrongKind(recordID, wanted: [.person]) }
            return try await persons.record(id)
        }
    }
}

extension Argument where Value == RecordArgument {
    /// The name of a person, which can consist of several words.
    static var name: Argument {
        let parser = ValueParser<RecordArgument>.record(.person)
        return Argument(
            [Parameter("NAME", parser.kind, .many)],
            read: { reader in
                let words = try reader.rest(parser)
                return words.count == 1
                    ? words[0]
                    : RecordArgument(
                        text: words.map(\.text).joined(separator: " "), kinds: [.person], acceptsPart: true)
            }, words: { [parser.describe($0)] })
    }
}

extension Argument where Value == String? {
    fileprivate static var label: Argument {
        option("--only", "LABEL", "Print only values with this label, such as home", .text)
    }
}

extension Array {
    /// Returns the values with the given label, in any spelling, or all values if the label is `nil`.
    fileprivate func with<Value>(label: String?) -> Self where Element == Labeled<Value> {
        let key = label.map(LabelVocabulary.places.key)
        return filter { key == nil || LabelVocabulary.places.key($0.label) == key }
    }
}

extension Person {
    /// Returns the lines of an address label above the street: the name and, at work, the organization.
    fileprivate func recipient(at label: String) -> [String] {
        let name = [self.name.prefix.trimmed, title].filter { !$0.isEmpty }.joined(separator: " ")
        let isWork = PlaceWords(label: label) == .work && !organization.isEmpty && organization != title
        return [name] + (isWork ? [organization] : [])
    }
}
