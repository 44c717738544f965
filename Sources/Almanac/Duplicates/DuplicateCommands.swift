import Display
import Localization
import Model
import Navigation

/// The commands that find duplicates.
struct DuplicateCommands: Responder {
    let merge: MergeCommand
    let navigator: any DuplicateNavigator

    var commands: [Command] {
        [
            Command(
                "duplicates", .limit, about: "List possible duplicates with reasons",
                examples: ["duplicates", "duplicates --limit 5 --json"],
                details: """
                    Each pair has a score from 50 to 99: the estimated probability in percent that both are the same \
                    person. Shared email addresses, phone numbers, postal addresses, websites, birthdays, and \
                    similar names increase it; different values and values that many contacts share decrease it. \
                    Relatives who share a phone number or postal address are not listed. A name alone is never \
                    enough. Nothing is merged automatically: use “show ROW” to compare two persons, and “merge” to \
                    merge them.
                    """
            ) { _, limit in navigator.showPairs(DuplicatesState(limit: limit)) }
        ]
    }

    /// The commands for the list of possible duplicates.
    var listCommands: [Command] {
        [
            Command(
                "show", .argument("ROW", .pair), about: "Compare the contacts in that row", examples: ["show 1"]
            ) { _, pair in navigator.didSelect(pair) },
            Command(
                "merge", aliases: ["m"], .argument("ROW", .pair), .assignments(of: .person), .survivor,
                about: "Merge the contacts in that row", examples: ["merge 1", "merge 1 birthday=persons/9"],
                effect: .confirmedChanges
            ) { invocation, pair, words, survivor in
                try await merge.merge(
                    pair, words, keeping: survivor, in: invocation, then: NavigationAction.tell)
            },
        ]
    }
}

extension ValueParser where Value == PersonPair {
    fileprivate static var pair: ValueParser {
        ValueParser(
            .row,
            parse: { word, invocation in
                guard case .duplicates(.pair(let pair)) = invocation.place(word).flatMap({ Path($0)?.top }) else {
                    return nil
                }
                return pair
            }, describe: \.name)
    }
}

extension DuplicatePair {
    static let columns = [
        Column("first", "Person"), Column("second", "Possible duplicate", isIdentifying: true),
        Column("reasons", "Reason"), Column("score", "Score", .trailing),
        Column("ids", "IDs", isEssential: true),
    ]

    static let keys = ["firstId", "secondId", "first", "second", "names", "reasons", "score"]

    /// The path of the screen that compares the pair.
    var path: String {
        guard let first = Person.ID(first.id), let second = Person.ID(second.id) else { return "" }
        return Path(.duplicates(.pair(PersonPair(first, second)))).description
    }

    var row: Row {
        Row(
            address: path,
            [
                Field("firstId", "ID", .text(first.id.description), for: .programs),
                Field("secondId", "ID", .text(second.id.description), for: .programs),
                Field("first", "Person", .reference(first)),
                Field("second", "Possible duplicate", .reference(second)),
                Field("names", "Names", .text(reasons.names.rawValue)),
                Field("reasons", "Reason", .list(reasons.phrases.map(Value.words))),
                Field("score", "Score", .integer(reasons.score)),
                Field("ids", "IDs", .text("\(first.id) \(second.id)"), for: .people),
            ])
    }
}

extension DuplicateReasons {
    /// Phrases that describe the properties that the two persons have in common.
    var phrases: [Message] {
        evidence.map { evidence in
            switch evidence {
            case .email(let address): "email \(address)"
            case .phone(let number): "phone …\(number.suffix(7))"
            case .messenger(let name): "instant messaging \(name)"
            case .address(let street): "postal address \(street)"
            case .website(let address): "website \(address)"
            case .organization(let name): "organization \(name)"
            case .birthday(let date): "birthday \(date)"
            case .card: "vCard UID"
            }
        }
    }

    var sentence: Message {
        let names: Message =
            switch names {
            case .same: "Same name"
            case .similar: "Similar names"
            case .partial: "One name contains the other"
            case .missing: "One contact has no name"
            case .otherScript: "Names in different scripts"
            }
        return "\(names). Same \(phrases.joined(separator: ", ")). Score: \(score) of 100."
    }
}

extension Page {
    /// Returns a page that compares two persons and lists the reasons why they may be duplicates.
    static func pair(_ first: Record<Person>, _ second: Record<Person>, _ reasons: DuplicateReasons?) -> Page {
        let both = [first.reference, second.reference]
        let comparison = Comparison(
            names: both.map { "\($0.name) (\($0.id))" }, rows: first.content.differences(from: second.content))
        let sentence: Message = reasons?.sentence ?? "Almanac found no indication that these contacts are duplicates."
        return Page(
            "\(first.title) and \(second.title)",
            [
                .table(comparison.sideBySide), .table(.references(both, key: "persons", title: "Person")),
                .message([sentence]),
            ],
            forPrograms: [.comparison(comparison)])
    }
}

extension Comparison {
    /// A table with a row for each field and a column for each version.
    fileprivate var sideBySide: Table {
        let titles = names.map(\.localized)
        let versions = titles.enumerated().map { Column("\($0)", $1, isIdentifying: true, isProse: true) }
        return Table(
            "compared", columns: [Column("field", "Field")] + versions,
            rows: rows.map { row in
                let values = row.values.enumerated().map { Field("\($0)", titles[$0], $1) }
                return Row([Field("field", "Field", .words(Message(title: row.title)))] + values)
            })
    }
}
