import Display
import Localization
import Model
import Navigation

/// A likely pair as a row of the duplicates.
extension DuplicatePair {
    static let columns = [
        Column("first", "Person"), Column("second", "Likely the same", isIdentifying: true),
        Column("reasons", "Because of"),
        Column("addresses", "Addresses", isEssential: true),
    ]

    static let keys = ["firstAddress", "secondAddress", "first", "second", "names", "reasons"]

    /// Where the two stand side by side.
    var path: String {
        guard let first = Person.ID(first.address), let second = Person.ID(second.address) else { return "" }
        return "duplicates/\(DuplicatesPlace.pair(first, second).name)"
    }

    var row: Row {
        Row(
            address: path,
            [
                Field("firstAddress", "Address", .text(first.address.description), for: .programs),
                Field("secondAddress", "Address", .text(second.address.description), for: .programs),
                Field("first", "Person", .reference(first)),
                Field("second", "Likely the same", .reference(second)),
                Field("names", "Names", .text(reasons.names.rawValue)),
                Field("reasons", "Because of", .list(reasons.phrases.map(Value.words))),
                Field("addresses", "Addresses", .text("\(first.address) \(second.address)"), for: .people),
            ])
    }
}

extension DuplicateReasons {
    /// What they have in common, each as a phrase.
    var phrases: [Message] {
        evidence.map { evidence in
            switch evidence {
            case .email(let address): "e-mail \(address)"
            case .phone(let number): "phone …\(number.suffix(7))"
            case .organization(let name): "organization \(name)"
            case .birthday(let date): "birthday \(date)"
            case .card: "UID of the card"
            }
        }
    }

    /// As a sentence.
    var sentence: Message {
        let names: Message =
            switch names {
            case .same: "The names are the same"
            case .similar: "The names are alike"
            case .partial: "One name is a part of the other"
            case .missing: "One of them has no name"
            }
        return "\(names), and so is: \(phrases.joined(separator: ", "))."
    }
}
