import AlmanacStore
import Model

/// A reproducible population of any size that uses all fields and has known duplicates.
public struct Population: Sendable {
    public private(set) var persons: [Person] = []
    /// The indices of each duplicated person and of the duplicate.
    public private(set) var duplicates: [(original: Int, copy: Int)] = []

    private var chance: SeededGenerator

    /// Creates a population.
    /// - Parameters:
    ///   - first: The number of the first person, used in email addresses and phone numbers.
    ///   - duplicateEvery: The average number of persons per duplicate, or 0 for no duplicates.
    public init(_ count: Int, from first: Int = 0, seed: UInt64 = 1, duplicateEvery: Int = 20) {
        chance = SeededGenerator(seed: seed)
        persons.reserveCapacity(count)
        while persons.count < count {
            if duplicateEvery > 0, !persons.isEmpty, chance.happens(oneIn: duplicateEvery) {
                let original = chance.number(below: persons.count)
                duplicates.append((original, persons.count))
                persons.append(blurred(persons[original]))
            } else {
                persons.append(person(number: first + persons.count))
            }
        }
    }

    // MARK: - Persons

    private mutating func person(number: Int) -> Person {
        var person = Person()
        person.name.given = chance.pick(PopulationNames.given)
        person.name.family = chance.pick(PopulationNames.family)
        if chance.happens(oneIn: 4) { person.name.middle = chance.pick(PopulationNames.given) }
        if chance.happens(oneIn: 15) { person.name.prefix = "Dr." }
        if chance.happens(oneIn: 25) { person.name.suffix = "Jr." }
        if chance.happens(oneIn: 10) { person.name.nickname = "Nick \(number)" }
        if chance.happens(oneIn: 30) { person.name.phonetic = "fo-NET-ic" }
        if number.isMultiple(of: 50) { person.formattedName = "Contact \(number)" }
        if number.isMultiple(of: 20) { (person.pronouns, person.gender) = ("they/them", Gender("O;agender")) }
        if chance.happens(oneIn: 3) {
            person.organization = chance.pick(PopulationNames.organizations)
            person.department = "Department \(chance.number(below: 9))"
            person.jobTitle = "Engineer"
        }
        person.birthday = date()
        if chance.happens(oneIn: 8) { person.anniversary = date() }
        addContacts(to: &person, number: number)
        return person
    }

    private mutating func addContacts(to person: inout Person, number: Int) {
        person.emails = [Labeled("home", "person\(number)@example.org")]
        if chance.happens(oneIn: 3) { person.emails.append(Labeled("work", "p.\(number)@work.example")) }
        person.phones = [Labeled("mobile", "+1 555 \(1_000_000 + number)")]
        if chance.happens(oneIn: 2) {
            let place = chance.pick(PopulationNames.places)
            person.addresses = [
                Labeled(
                    "home",
                    PostalAddress(
                        street: "\(number) Main Street", locality: place.locality, region: place.region,
                        postalCode: place.postalCode, country: place.country))
            ]
        }
        if chance.happens(oneIn: 6) { person.urls = [Labeled("homepage", "https://example.org/~\(number)")] }
        if chance.happens(oneIn: 9) { person.messengers = [Labeled("signal", "@p\(number)")] }
        if number.isMultiple(of: 11) { person.profiles = [Labeled("mastodon", "https://x.example/@p\(number)")] }
        if number.isMultiple(of: 13) {
            (person.languages, person.cardLanguage) = ([Labeled("work", "de-CH")], "de")
        }
        if number.isMultiple(of: 17) { person.positions = [Labeled("work", "50.94,6.96")] }
        if chance.happens(oneIn: 7) { person.relations = [Labeled("spouse", chance.pick(PopulationNames.given))] }
        if chance.happens(oneIn: 5) {
            person.customFields = [Labeled("shoe size", "\(30 + chance.number(below: 20))")]
        }
        if chance.happens(oneIn: 12) { person.card = ["BEGIN:VCARD", "X-UNKNOWN:\(number)", "END:VCARD"] }
    }

    /// Returns a random date, which may be partial, or `nil`.
    private mutating func date() -> PartialDate? {
        let year = 1920 + chance.number(below: 100)
        let month = 1 + chance.number(below: 12)
        let day = 1 + chance.number(below: 28)
        return switch chance.number(below: 6) {
        case 0: nil
        case 1: PartialDate(year: nil, month: month, day: day)
        case 2: PartialDate(year: year, month: nil, day: nil)
        default: PartialDate(year: year, month: month, day: day)
        }
    }

    /// Returns a copy of a person with a typical difference.
    private mutating func blurred(_ person: Person) -> Person {
        var copy = person
        switch chance.number(below: 4) {
        case 0: copy.name.given = String(person.name.given.prefix(1)) + "."
        case 1: swap(&copy.name.given, &copy.name.family)
        case 2: copy.name.family = person.name.family.uppercased()
        default: copy.emails = person.emails.map { Labeled($0.label, $0.value.uppercased()) }
        }
        copy.customFields = []
        return copy
    }

    /// Adds a population of any size in parts, to limit memory use.
    public static func crowd(_ count: Int, in store: Store) async throws {
        let size = 10_000
        for first in stride(from: 0, to: count, by: size) {
            let part = Population(min(size, count - first), from: first, seed: UInt64(first / size + 1))
            _ = try await store.persons.add(part.persons)
        }
    }

    /// Adds the persons, a note about every tenth person, and groups of a hundred persons.
    /// - Returns: The IDs of the persons.
    @discardableResult
    public func settle(in store: Store) async throws -> [Person.ID] {
        let ids = try await store.persons.add(persons)
        let notes = stride(from: 0, to: ids.count, by: 10).map { number in
            var note = Note()
            note.topic = "About \(persons[number].title)"
            note.text = "Number *\(number)* of the population."
            note.subject = ids[number].recordID
            return note
        }
        _ = try await store.notes.add(notes)
        for (number, start) in stride(from: 0, to: ids.count, by: 100).enumerated() {
            var group = Group()
            group.name = "Hundred \(number + 1)"
            let record = try await store.groups.add(group)
            _ = try await store.groups.add(Array(ids[start...].prefix(100)), to: record.id)
        }
        return ids
    }
}

/// Names from many countries and scripts, with accents, apostrophes, hyphens, and spaces.
enum PopulationNames {
    static let given = [
        "José", "Łukasz", "Zoë", "Björk", "Søren", "Nguyễn", "Siobhán", "Renée", "Jürgen", "İbrahim", "Anaïs", "Håkan",
        "Фёдор", "Юлия", "Σοφία", "Γιώργος", "明", "美咲", "민준", "지우", "محمد", "فاطمة", "דוד", "נועה", "आरव", "प्रिया",
        "Mary-Jane", "Leia", "Fred", "Wilma", "D’Angelo", "Óscar", "Chloé", "Matěj", "Ádám", "Ștefan", "Þóra", "Ilse",
        "John", "Kate", "Robert", "Peter", "Elizabeth", "Anna", "Omar", "Chinwe", "Kwame", "Aroha", "Tāne", "Mele",
    ]

    static let family = [
        "García Márquez", "Müller", "Straße", "Łukasiewicz", "Ёжиков", "Королёва", "O’Brien", "O'Neill", "van der Berg",
        "de la Cruz", "Nguyễn", "Sørensen", "Åkesson", "Çelik", "Şahin", "Dvořák", "Novák", "Kovács", "Ionescu",
        "Þórsdóttir",
        "Παπαδόπουλος", "王", "佐藤", "김", "Al-Sayed", "حسن", "כהן", "शर्मा", "Singh", "Smith", "Smith-Jones", "Flintstone",
        "Organa", "Okonkwo", "Mensah", "Ngata", "Kealoha", "Ferrari", "D’Amico", "Lefèvre", "Bäcker", "Weiß", "Jansen",
    ]

    static let places: [(locality: String, region: String, postalCode: String, country: String)] = [
        ("São Paulo", "SP", "01310-100", "Brazil"), ("Kraków", "", "31-000", "Poland"), ("東京", "", "100-0001", "日本"),
        ("Springfield", "IL", "62701", "USA"), ("Zürich", "ZH", "8001", "Switzerland"),
        ("Αθήνα", "", "105 57", "Ελλάδα"),
        ("Санкт-Петербург", "", "190000", "Россия"), ("Wellington", "", "6011", "New Zealand"),
        ("Accra", "", "GA-184", "Ghana"),
    ]

    static let organizations = [
        "Slate Rock and Gravel", "Müller & Söhne GmbH", "株式会社サンプル", "Société Générale des Eaux", "Acme, Inc.", "Ёлка",
    ]
}
