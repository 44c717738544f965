import Interchange
import Model
import TestSupport

/// A generator of cards that use all fields and all special characters of vCard.
struct RandomCards {
    private var chance: SeededGenerator

    init(seed: UInt64) { chance = SeededGenerator(seed: seed) }

    mutating func next(_ number: Int) -> ContactCard {
        var card = ContactCard()
        card.person = person()
        card.uid = chance.happens(oneIn: 2) ? "uid-\(number)" : nil
        card.notes = texts(2)
        card.categories = Array(Set(texts(3).map { $0.split(separator: "\n").joined() })).filter {
            !$0.isEmpty && $0.first != " " && $0.last != " "
        }.sorted()
        if chance.happens(oneIn: 4) {
            card.photo = try? Photo(bytes: [0xFF, 0xD8, 0xFF] + (0..<chance.number(below: 200)).map { UInt8($0) })
        }
        return card
    }

    private mutating func person() -> Person {
        var person = Person()
        if !chance.happens(oneIn: 8) {
            person.name.given = word()
            person.name.family = word()
            person.name.prefix = chance.happens(oneIn: 3) ? word() : ""
            person.name.suffix = chance.happens(oneIn: 3) ? word() : ""
            person.name.middle = chance.happens(oneIn: 3) ? word() : ""
        }
        person.name.nickname = chance.happens(oneIn: 3) ? word() : ""
        person.name.phonetic = chance.happens(oneIn: 5) ? word() : ""
        person.organization = chance.happens(oneIn: 2) ? word() : ""
        person.department = chance.happens(oneIn: 3) ? word() : ""
        person.jobTitle = chance.happens(oneIn: 2) ? word() : ""
        person.birthday = date()
        person.anniversary = date()
        person.emails = labeled()
        person.phones = labeled().filter { !$0.value.lowercased().hasPrefix("tel:") }
        person.urls = labeled()
        person.messengers = labeled()
        person.profiles = labeled()
        person.languages = labeled()
        person.positions = labeled()
        person.cardLanguage = chance.happens(oneIn: 4) ? word() : ""
        person.relations = labeled()
        person.customFields = labeled()
        person.addresses = labeled().map {
            Labeled(
                $0.label, PostalAddress(street: $0.value, locality: word(), region: "", postalCode: word(), country: "")
            )
        }
        person.standardizeValues()
        return person
    }

    private mutating func date() -> PartialDate? {
        let year = chance.happens(oneIn: 3) ? nil : 1900 + chance.number(below: 150)
        let month = chance.happens(oneIn: 5) ? nil : 1 + chance.number(below: 12)
        return PartialDate(
            year: year, month: month, day: month == nil || chance.happens(oneIn: 4) ? nil : 1 + chance.number(below: 28)
        )
    }

    private mutating func labeled() -> [Labeled<String>] {
        let labels = [
            "", "home", "work", "mobile", "work fax", "fax work", "Boat", "homepage", "spouse", "Home", "skype",
            "x-apple", "a b;c:\"d",
        ]
        return texts(3).map { Labeled(chance.happens(oneIn: 4) ? word() : chance.pick(labels), $0) }
    }

    private mutating func texts(_ limit: Int) -> [String] { (0..<chance.number(below: limit + 1)).map { _ in word() } }

    /// Returns text that is not empty and has no surrounding spaces.
    private mutating func word() -> String {
        let pieces = [
            "a", "Zoë", "日本", "😀", ",", ";", ":", "\\", "\\n", "\n", "\"", "^", "^n", "=", "=41", "%", "END:VCARD",
            "BEGIN:VCARD", "e\u{301}", "\u{F712}",
            "\u{202E}", "http://x.example/?a=1,2;b", "+1 555", "a@b.example", " ", "\t", "--", "\u{7F}", "_$!<Home>!$_",
            String(repeating: "lang ", count: 30),
        ]
        let text = (0...chance.number(below: 5)).map { _ in chance.pick(pieces) }.joined()
        return "x" + text + "y"
    }
}
