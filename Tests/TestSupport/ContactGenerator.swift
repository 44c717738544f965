import Model

/// A seeded generator of contacts and of additional contacts of the same persons.
struct ContactGenerator {
    private var chance: SeededGenerator

    init(seed: UInt64) { chance = SeededGenerator(seed: seed &* 7919 &+ 13) }

    mutating func pick<Choice>(_ choices: [Choice]) -> Choice { chance.pick(choices) }

    mutating func number(_ limit: Int) -> Int { chance.number(below: limit) }

    mutating func happens(oneIn times: Int) -> Bool { chance.happens(oneIn: times) }

    mutating func inRandomOrder(_ first: Person, _ second: Person) -> (Person, Person) {
        happens(oneIn: 2) ? (first, second) : (second, first)
    }

    // MARK: - Persons

    /// Returns a person with an email address, a mobile number, and randomly chosen other values.
    mutating func person() -> Person {
        var person = Person()
        person.name.given = givenName(isMale: happens(oneIn: 2))
        person.name.family = pick(DuplicateNames.family)
        person.emails = [email(of: person)]
        person.phones = [Labeled(pick(["mobile", "mobile", ""]), phone())]
        if happens(oneIn: 3) { person.phones.append(Labeled("home", phone())) }
        if happens(oneIn: 2) { person.addresses = [address()] }
        if happens(oneIn: 4) { person.birthday = date(from: 1935, through: 2010) }
        if happens(oneIn: 3) { employ(&person) }
        return person
    }

    mutating func employ(_ person: inout Person) {
        person.organization = "\(pick(DuplicateNames.companies)) \(pick(["Ltd", "GmbH", "Inc.", "SA", ""]))".trimmed
    }

    mutating func givenName(isMale: Bool) -> String { pick(isMale ? DuplicateNames.male : DuplicateNames.female) }

    mutating func familyName(except name: String) -> String {
        let other = pick(DuplicateNames.family)
        return other == name ? "Quistorp" : other
    }

    // MARK: - Copies

    /// Returns a contact with only the name of a person and other contact details, any of which may be missing.
    mutating func namesake(of person: Person) -> Person {
        var copy = Person()
        copy.name = person.name
        if happens(oneIn: 2) { copy.emails = [email(of: person)] }
        if happens(oneIn: 2) { copy.phones = [Labeled("work", phone())] }
        return copy
    }

    /// Returns a contact with only the name and the first email address of a person.
    mutating func withEmail(of person: Person) -> Person {
        var copy = Person()
        copy.name = person.name
        copy.emails = [Labeled(pick(["home", "", "work"]), person.emails[0].value)]
        return copy
    }

    /// Returns a contact with only the name and the mobile number of a person.
    mutating func withMobile(of person: Person) -> Person {
        var copy = Person()
        copy.name = person.name
        copy.phones = [Labeled(pick(["mobile", ""]), person.phones[0].value)]
        return copy
    }

    /// Returns a contact with the name and either the email address or the mobile number of a person, and possibly
    /// other values.
    mutating func withOneContact(of person: Person) -> Person {
        var copy = happens(oneIn: 2) ? withEmail(of: person) : withMobile(of: person)
        if copy.emails.isEmpty, happens(oneIn: 4) { copy.emails = [email(of: person)] }
        if happens(oneIn: 4) { copy.organization = person.organization }
        return copy
    }

    /// Returns a contact with the name, phone number, and postal address of a person.
    mutating func withHousehold(of person: Person) -> Person {
        var copy = withMobile(of: person)
        if happens(oneIn: 2), let home = person.phones.first(where: { $0.label == "home" }) { copy.phones = [home] }
        copy.addresses = [happens(oneIn: 2) ? person.addresses[0] : inAnotherNotation(person.addresses[0])]
        return copy
    }

    // MARK: - Values

    mutating func email(of person: Person) -> Labeled<String> {
        let (given, family) = (Self.ascii(person.name.given), Self.ascii(person.name.family))
        let mailbox = pick([
            "\(given).\(family)\(number(90))", "\(given.prefix(1))\(family)\(number(990))", "\(given)\(number(9000))",
            "sunny\(number(90_000))",
        ])
        return Labeled(pick(["home", "work", ""]), "\(mailbox)@\(domain())")
    }

    mutating func domain() -> String { "\(pick(DuplicateNames.hosts))\(number(500)).example" }

    mutating func phone() -> String {
        let (area, end) = (200 + number(700), 1_000_000 + number(8_999_999))
        return pick(["+49 \(area) \(end)", "+1 \(area) \(end / 10_000) \(1000 + end % 9000)", "+33 \(area)\(end)"])
    }

    mutating func address() -> Labeled<PostalAddress> {
        let place = pick(DuplicateNames.places)
        let street = "\(pick(DuplicateNames.streets)) \(1 + number(180))"
        return Labeled(
            pick(["home", ""]),
            PostalAddress(
                street: street, locality: place.0, postalCode: "\(place.1 + number(400))", country: place.2))
    }

    mutating func date(from first: Int, through last: Int) -> PartialDate? {
        PartialDate(year: first + number(last - first + 1), month: 1 + number(12), day: 1 + number(28))
    }

    // MARK: - Notations

    mutating func inAnotherNotation(_ address: Labeled<PostalAddress>) -> Labeled<PostalAddress> {
        var copy = address
        for (long, short) in [("Straße", "Str."), ("Street", "St"), ("Avenue", "Ave."), ("straße", "str.")] {
            guard let range = copy.value.street.firstRange(of: long) else { continue }
            copy.value.street.replaceSubrange(range, with: short)
        }
        if happens(oneIn: 2) { copy.value.country = "" }
        if happens(oneIn: 3) { copy.value.street = copy.value.street.uppercased() }
        copy.label = pick(["", "home"])
        return copy
    }

    mutating func inAnotherNotation(_ phone: Labeled<String>) -> Labeled<String> {
        let digits = phone.value.filter(\.isNumber)
        let national = digits.dropFirst(digits.hasPrefix("1") ? 1 : 2)
        return Labeled(
            "",
            pick([
                "00\(digits)", "0\(national.prefix(3))/\(national.dropFirst(3))",
                "(\(national.prefix(3))) \(national.dropFirst(3).prefix(3))-\(national.dropFirst(6))",
            ]))
    }

    /// Returns the word with one inner letter removed, doubled, or swapped with the next. The last letter of a short
    /// word is doubled.
    mutating func misspelled(_ word: String) -> String {
        var letters = Array(word)
        guard letters.count > 3 else { return word + String(letters.suffix(1)) }
        let place = 1 + number(letters.count - 3)
        switch number(3) {
        case 0: letters.remove(at: place)
        case 1: letters.insert(letters[place], at: place)
        default:
            letters[place] == letters[place + 1] ? letters.insert("e", at: place) : letters.swapAt(place, place + 1)
        }
        return String(letters)
    }

    /// Returns the lowercase ASCII letters of a name.
    static func ascii(_ name: String) -> String {
        let letters = name.lowercased().filter { ("a"..."z").contains($0) }
        return letters.isEmpty ? "post" : letters
    }
}
