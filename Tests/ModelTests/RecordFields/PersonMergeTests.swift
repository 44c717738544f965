import TestSupport
import Testing

@testable import Model

@Suite("Merging persons")
struct PersonMergeTests {
    private func merge(_ first: Person, _ second: Person) -> PersonMerge {
        PersonMerge(first, second) { $0 + $1 }
    }

    @Test(
        "Values of both persons, except birthdays, are kept in the merged person or reported as differences",
        arguments: 0..<50)
    func everyValue(seed: Int) {
        let persons = Population(2, seed: UInt64(seed + 1), duplicateEvery: 0).persons
        let (one, other) = (persons[0], persons[1])
        let merge = merge(one, other)
        for field in Person.fields {
            let values = field.read(merge.content).map(\.value)
            for value in (field.read(one) + field.read(other)).map(\.value) {
                let isOpen = merge.differences.contains {
                    $0.key == field.key && [$0.first, $0.second].contains(value)
                }
                #expect(values.contains(value) || isOpen || field.key == "birthday", "\(field.key) \(value)")
            }
        }
        #expect(merge.content.card == one.card + other.card)
    }

    @Test(
        "Merging joins two spellings of a phone number into the one with the country code",
        arguments: [
            ("030 1234567", "+49 30 1234567", ["+49 30 1234567"]), ("+49 30 1234567", "0301234567", ["+49 30 1234567"]),
            ("(415) 555-0101", "+1 415-555-0101", ["+1 415-555-0101"]),
            ("1234567", "+49 30 1234567", ["1234567", "+49 30 1234567"]),
            ("+49 30 1234567", "+43 30 1234567", ["+49 30 1234567", "+43 30 1234567"]),
            ("030 1234567", "+49 30 1234567 ext. 3", ["030 1234567", "+49 30 1234567 ext. 3"]),
        ])
    func spellingsOfPhones(one: String, other: String, merged: [String]) {
        var (first, second) = (Person(), Person())
        (first.phones, second.phones) = ([Labeled("home", one)], [Labeled("", other)])
        let phones = merge(first, second).content.phones
        #expect(phones.map(\.value) == merged && phones.first?.label == "home")
    }

    @Test("Values that can be joined share a joining key, so only a few values must be compared")
    func joiningKeys() {
        let numbers = [
            "030 1234567", "+49 30 1234567", "(030) 123-45-67", "0049 30 1234567", "1234567", "+43 30 1234567",
            "+49 (0)30 1234567",
            "030 1234567 ext. 3", "110", "*100#", "555", "+1 415-555-0101", "(415) 555-0101", "1-800-FLOWERS", "",
        ]
        var pairs = 0
        for one in numbers {
            for other in numbers where ValueIdentity.dialedNumber.joined(one, other) != nil && one != other {
                pairs += 1
                #expect(
                    ValueIdentity.dialedNumber.joiningKey(one) == ValueIdentity.dialedNumber.joiningKey(other),
                    "\(one), \(other)")
            }
        }
        #expect(pairs > 10)
        var (short, long) = (PostalAddress(), PostalAddress())
        (short.street, short.locality) = ("345 Cave Stone Road", "Bedrock")
        (long.street, long.locality, long.country) = ("345 cave  stone road", "Bedrock", "US")
        #expect(short.joined(with: long)?.country == "US" && short.joiningKey == long.joiningKey)
    }

    @Test("Merging completes a postal address with parts of another version of the address")
    func addresses() {
        var (first, second) = (Person(), Person())
        first.addresses = [Labeled("", PostalAddress(street: "Hauptstr. 1", locality: "Berlin"))]
        let complete = PostalAddress(
            street: "hauptstr.  1", locality: "Berlin", postalCode: "10115", country: "Deutschland")
        second.addresses = [Labeled("home", complete)]
        let expected = PostalAddress(
            street: "Hauptstr. 1", locality: "Berlin", postalCode: "10115", country: "Deutschland")
        #expect(merge(first, second).content.addresses == [Labeled("home", expected)])
        second.addresses = [Labeled("home", PostalAddress(street: "Hauptstr. 1", locality: "Bonn"))]
        #expect(merge(first, second).content.addresses.count == 2)
    }

    @Test("Postal addresses are combined if each has parts that the other lacks, unless a part differs")
    func combinedAddresses() {
        var person = Person()
        let one = PostalAddress(street: "Weg 1", locality: "Berlin", postalCode: "10115")
        let other = PostalAddress(street: "weg 1", locality: "Berlin", country: "Germany")
        let third = PostalAddress(street: "Weg 1", region: "BE", postalCode: "10115")
        person.addresses = [Labeled("home", one), Labeled("", other), Labeled("", third)]
        let whole = PostalAddress(
            street: "Weg 1", locality: "Berlin", region: "BE", postalCode: "10115", country: "Germany")
        #expect(person.withoutRepeatedValues.addresses == [Labeled("home", whole)])
        #expect(person.repeatedValues.map(\.isCombined) == [true, true])
        #expect(person.withoutRepeatedValues.repeatedValues == [])
        person.addresses[1].value.postalCode = "10117"
        #expect(person.withoutRepeatedValues.addresses.count == 2)
        person.addresses = [one, whole, whole].map { Labeled("", $0) }
        #expect(person.repeatedValues.map(\.isCombined) == [false])
    }

    @Test("Values that repeat others in another spelling are found, and the more complete spelling is kept")
    func repeatedValues() {
        var person = Person()
        person.phones = ["030 1234567", "+49 30 1234567", "+49 30 7654321"].map { Labeled("", $0) }
        person.emails = ["A@x.example", "a@x.example", "a@x.example"].map { Labeled("", $0) }
        #expect(person.repeatedValues.map(\.removal.description) == ["email-=a@x.example", "phone-=030 1234567"])
        #expect(person.repeatedValues.map(\.kept) == ["A@x.example", "+49 30 1234567"])
    }

    @Test("Removing repeated values keeps the more complete spelling and every label")
    func removedRepetitions() {
        var person = Person()
        person.phones = [
            Labeled("", "030 1234567"), Labeled("home", "+49 30 1234567"), Labeled("work", "030/1234567"),
        ]
        let short = PostalAddress(street: "Hauptstr. 1", locality: "Berlin")
        let long = PostalAddress(street: "Hauptstr. 1", locality: "Berlin", postalCode: "10115")
        person.addresses = [Labeled("home", short), Labeled("", long)]
        #expect(person.repeatedValues.map(\.removal.key) == ["phone", "phone", "address"])
        let cleaned = person.withoutRepeatedValues
        #expect(
            cleaned.phones == [Labeled("home", "+49 30 1234567"), Labeled("work", "+49 30 1234567")])
        #expect(cleaned.repeatedValues == [] && cleaned.addresses.count == 1)
        #expect(cleaned.addresses.first?.label == "home" && cleaned.addresses.first?.value.postalCode == "10115")
    }

    @Test(
        "A gender can be entered in the languages that are supported for Outlook files",
        arguments: [
            ("weiblich", "F"), ("Männlich", "M"), ("féminin", "F"), ("Hombre", "M"), ("divers", "O"), ("kobieta", "F"),
            ("female", "F"), ("unknown", "U"),
        ])
    func genders(word: String, sex: String) throws {
        var person = Person()
        let field = try #require(Person.fields.first { $0.key == "gender" })
        try field.apply(FieldAssignment(key: "gender", value: word), to: &person)
        #expect(person.gender == Gender(sex))
    }

    @Test("A merged person keeps the name order that belongs to the kept name")
    func nameOrder() {
        var (anna, taro) = (Person(), Person())
        (anna.name.given, anna.name.family) = ("Anna", "Smith")
        (taro.name.given, taro.name.family, taro.formattedName) = ("Taro", "Tanaka", "Tanaka Taro")
        #expect(merge(anna, taro).content.title == "Anna Smith" && merge(anna, taro).content.formattedName == "")
        #expect(merge(anna, taro).preferringSecond(taro).title == "Tanaka Taro")
        #expect(merge(taro, anna).content.title == "Tanaka Taro")
        #expect(merge(taro, anna).preferringSecond(anna).formattedName == "")
        var other = taro
        other.formattedName = ""
        #expect(merge(other, taro).content.title == "Tanaka Taro")
    }

    @Test("Merging equal persons changes nothing")
    func idempotent() {
        var twice = Person()
        twice.emails = [Labeled("", "A@b.example"), Labeled("fax", "a@b.example"), Labeled("home", "a@B.example")]
        twice.phones = [Labeled("", "+1 555"), Labeled("home", "+1-555")]
        for person in Population(200).persons + [twice] {
            let merge = PersonMerge(person, person) { first, _ in first }
            #expect(merge.content == person)
            #expect(merge.differences == [])
        }
    }

    @Test("Partial birthdays complete each other, and conflicting birthdays are reported as differences")
    func dates() {
        var (one, other) = (Person(), Person())
        one.birthday = PartialDate("1977")
        other.birthday = PartialDate("--05-25")
        #expect(merge(one, other).content.birthday == PartialDate("1977-05-25"))
        other.birthday = PartialDate("1978-05-25")
        #expect(merge(one, other).differences.map(\.key) == ["birthday"])
        #expect(merge(one, other).preferringSecond(other).birthday == other.birthday)
    }

    @Test("Email addresses that differ only in case and phone numbers that differ only in punctuation are merged")
    func once() {
        var (one, other) = (Person(), Person())
        one.emails = [Labeled("", "Leia@Alderaan.example")]
        other.emails = [Labeled("work", "leia@alderaan.example"), Labeled("home", "leia@home.example")]
        one.phones = [Labeled("home", "+1 555 0100")]
        other.phones = [Labeled("mobile", "+1-555-0100"), Labeled("mobile", "+1 555 0101")]
        let both = merge(one, other).content
        #expect(both.emails == [Labeled("work", "Leia@Alderaan.example"), Labeled("home", "leia@home.example")])
        #expect(both.phones == [Labeled("home", "+1 555 0100"), Labeled("mobile", "+1 555 0101")])
    }

    @Test("Equal messengers, relations, and custom fields are merged unless they have two different labels")
    func sameValues() {
        var (one, other) = (Person(), Person())
        one.messengers = [Labeled("skype", "leia"), Labeled("", "princess")]
        other.messengers = [Labeled("jabber", "leia"), Labeled("signal", "princess"), Labeled("", "leia")]
        one.relations = [Labeled("friend", "Luke"), Labeled("", "Han")]
        other.relations = [Labeled("brother", "Luke"), Labeled("spouse", "Han")]
        one.customFields = [Labeled("Locker", "7")]
        other.customFields = [Labeled("Room", "7"), Labeled("Locker", "7")]
        let both = merge(one, other).content
        let messengers = [Labeled("skype", "leia"), Labeled("signal", "princess"), Labeled("jabber", "leia")]
        let relations = [Labeled("friend", "Luke"), Labeled("spouse", "Han"), Labeled("brother", "Luke")]
        #expect(both.messengers == messengers)
        #expect(both.relations == relations)
        #expect(both.customFields == [Labeled("Locker", "7"), Labeled("Room", "7")])
    }

    @Test(
        "A department is merged only if the organizations are equal or one is missing",
        arguments: [
            (("Acme", ""), ("Beta", "Dep"), ("Acme", ""), ("Beta", "Dep")),
            (("Acme", "Sales"), ("Beta", ""), ("Acme", "Sales"), ("Beta", "")),
            (("Acme", ""), ("Acme", "Dep"), ("Acme", "Dep"), ("Acme", "Dep")),
            (("", ""), ("Beta", "Dep"), ("Beta", "Dep"), ("Beta", "Dep")),
            (("Acme", "Sales"), ("", ""), ("Acme", "Sales"), ("Acme", "Sales")),
        ])
    func departments(
        one: (String, String), other: (String, String), kept: (String, String), preferred: (String, String)
    ) {
        var (first, second) = (Person(), Person())
        (first.organization, first.department) = one
        (second.organization, second.department) = other
        let merge = merge(first, second)
        #expect((merge.content.organization, merge.content.department) == kept)
        let other = merge.preferringSecond(second)
        #expect((other.organization, other.department) == preferred)
        #expect(merge.differences.contains { $0.key == "department" } == (kept != preferred))
    }
}

@Suite("Test population")
struct PopulationTests {
    @Test func `A population is determined by its seed, and a larger population begins with the smaller one`() {
        #expect(Population(200, seed: 3).persons == Population(200, seed: 3).persons)
        #expect(Population(200, seed: 3).persons != Population(200, seed: 4).persons)
        #expect(Population(200).persons == Array(Population(400).persons.prefix(200)))
    }

    @Test func `Duplicates in a population share phone numbers`() {
        let population = Population(500, duplicateEvery: 10)
        #expect((20...90).contains(population.duplicates.count))
        for (original, copy) in population.duplicates {
            #expect(original < copy)
            #expect(population.persons[original].phones == population.persons[copy].phones)
        }
        #expect(Population(100, duplicateEvery: 0).duplicates.isEmpty)
    }

    @Test func `A population uses every field of a card`() {
        let persons = Population(500).persons
        for field in Person.fields where !["planet", "contact", "lastContact"].contains(field.key) {
            #expect(persons.contains { !field.read($0).isEmpty }, "\(field.key)")
        }
    }
}
