import Model
import SQLite
import TestSupport
import Testing
@testable import AlmanacStore

@Suite("Comparisons of two persons")
struct DuplicateComparisonTests {
    private func person(_ name: String, _ change: (inout Person) -> Void = { _ in }) -> Person {
        var person = Person()
        let words = name.split(separator: " ").map(String.init)
        (person.name.given, person.name.family) = (words[0], words.dropFirst().joined(separator: " "))
        change(&person)
        return person
    }

    private func reasons(_ first: Person, _ second: Person, sharedBy owners: Int = 2) -> DuplicateReasons? {
        DuplicateComparison(PersonTraits(first), PersonTraits(second)).reasons { _ in owners }
    }

    @Test(
        "Persons with similar given names and the same phone number are not duplicates",
        arguments: [("Anna", "Anne"), ("Jan", "Jana"), ("Tim", "Tom"), ("Christian", "Christina"), ("Mario", "Maria")])
    func siblings(names: (String, String)) {
        let (one, other) = (person("\(names.0) Meier"), person("\(names.1) Meier"))
        for label in ["", "home", "work", "mobile"] {
            var both = [one, other]
            for index in both.indices { both[index].phones = [Labeled(label, "+49 30 1234567")] }
            #expect(reasons(both[0], both[1]) == nil, "\(label)")
        }
    }

    @Test(
        "A father and a son whose generation suffixes differ are not duplicates",
        arguments: [
            ("Sr.", "Jr."), ("II", "III"), ("sen.", "jun."), ("d. Ä.", "d. J."), ("der Ältere", "der Jüngere"),
            ("1.", "2."), ("I", "II"), ("the Elder", "the Younger"), ("sen.", ""), ("père", "fils"), ("snr", "jnr"),
        ])
    func generations(father: String, son: String) {
        let phone = [Labeled("", "+1 202 555 0101")]
        var both = [father, son].map { suffix in person("John Smith") { ($0.name.suffix, $0.phones) = (suffix, phone) }
        }
        #expect(reasons(both[0], both[1]) == nil)
        // Some programs append the suffix to the family name.
        guard ["sen.", "d. Ä.", "Sr."].contains(father) else { return }
        both = [father, son].map { suffix in person("John Smith \(suffix)") { $0.phones = phone } }
        #expect(reasons(both[0], both[1]) == nil)
    }

    @Test("An academic degree does not distinguish two persons", arguments: [("PhD", ""), ("MBA", "")])
    func degrees(one: String, other: String) {
        let both = [one, other].map { suffix in
            person("Mike Moss") { ($0.name.suffix, $0.phones) = (suffix, [Labeled("", "+1 202 555 0104")]) }
        }
        #expect(reasons(both[0], both[1]) != nil)
    }

    @Test(
        "Persons with different spellings of one name and the same phone number are possible duplicates",
        arguments: [
            ("Jürgen Müller", "Juergen Mueller"), ("Jürgen Müller", "Jurgen Muller"),
            ("Юлия Королёва", "Julia Koroleva"),
            ("Юлия Королёва", "Yulia Koroleva"), ("Юлия Королёва", "Yulia Korolyova"),
            ("Пётр Иванов", "Pyotr Ivanov"), ("Пётр Иванов", "Petr Ivanov"), ("Семён Соловьёв", "Semjon Solovjov"),
            ("Γιώργος Παπαδόπουλος", "Giorgos Papadopoulos"),
            ("Bob Meier", "Robert Meier"),
            ("Meier Anna", "Anna Meier"), ("Anna Meier", "Anna Meier-Schulz"), ("A. Meier", "Anna Meier"),
            ("Katharina Meier", "Kathraina Meier"), ("Anna van der Berg", "Anna Vanderberg"),
        ])
    func spellings(names: (String, String)) throws {
        let phone = [Labeled("mobile", "+49 171 1234567")]
        let both = [names.0, names.1].map { person($0) { $0.phones = phone } }
        let found = try #require(reasons(both[0], both[1]))
        #expect(found.evidence == [.phone("491711234567")])
        #expect((50...99).contains(found.score))
    }

    @Test("An initial and a widely shared phone number are not enough evidence of a duplicate")
    func frequency() throws {
        let both = ["Katharina Meier", "K. Meier"].map { person($0) { $0.phones = [Labeled("", "+49 30 1234567")] } }
        let score = try #require(reasons(both[0], both[1])).score
        #expect(try #require(reasons(both[0], both[1], sharedBy: 3)).score < score)
        #expect(reasons(both[0], both[1], sharedBy: 500) == nil)
    }

    @Test(
        "Titles, suffixes, and full names in one field are recognized",
        arguments: [
            ("Dr. Anna", "Meier"), ("Prof. Dr. med. Anna", "Meier"), ("Anna Meier", ""), ("Meier, Anna", ""),
            ("Dr. Anna Meier, PhD", ""), ("Frau Anna", "Meier"), ("Dipl.-Ing. Anna", "Meier"),
        ])
    func titles(given: String, family: String) {
        var name = PersonName()
        (name.given, name.family) = (given, family)
        let words = NameWords(name)
        #expect(words.given == ["anna"] && words.familyWords == ["meier"])
    }

    @Test("Persons with the same name and postal address are possible duplicates unless their birthdays differ")
    func address() {
        var one = person("Anna Meier") {
            $0.addresses = [Labeled("home", PostalAddress(street: "Lange Straße 5", postalCode: "10115"))]
        }
        var other = person("Anna Meier") {
            $0.addresses = [Labeled("", PostalAddress(street: "lange str. 5", locality: "Berlin"))]
        }
        #expect(reasons(one, other)?.evidence == [.address("Lange Straße 5")])
        one.birthday = PartialDate(year: 1930, month: 4, day: 1)
        other.birthday = PartialDate(year: 1990, month: 5, day: 2)
        #expect(reasons(one, other) == nil)
    }

    @Test(
        "Persons with the same email address and names in scripts that cannot be compared are possible duplicates",
        arguments: [
            ("王 伟", "Wei Wang"), ("太郎 田中", "Taro Tanaka"), ("たろう たなか", "太郎 田中"), ("민수 김", "Minsu Kim"),
            ("محمد علي", "Mohammed Ali"), ("דוד כהן", "David Cohen"), ("Արամ Խաչատրյան", "Aram Khachaturian"),
        ])
    func scripts(names: (String, String)) {
        let email = [Labeled("home", "someone@mail.example")]
        let both = [names.0, names.1].map { person($0) { $0.emails = email } }
        #expect(reasons(both[0], both[1])?.names == .otherScript)
    }

    @Test("Persons with the same email address but different names in one script are not duplicates")
    func namesInOneScript() {
        let email = [Labeled("home", "someone@mail.example")]
        for names in [("伟 王", "娜 李"), ("Пётр Иванов", "Olga Ivanova"), ("דוד כהן", "שרה לוי")] {
            let both = [names.0, names.1].map { person($0) { $0.emails = email } }
            #expect(reasons(both[0], both[1]) == nil, "\(names)")
        }
    }

    @Test(
        "A shared given name, address, and phone number suggest a duplicate unless many share a non-mobile number",
        arguments: ["", "home", "work", "mobile"])
    func married(label: String) {
        let both = ["Lena Fischer", "Lena Koch", "Lars Koch"].map {
            person($0) {
                $0.phones = [Labeled(label, "+49 30 1234567")]
                $0.addresses = [Labeled("home", PostalAddress(street: "Lange Straße 5", postalCode: "10115"))]
            }
        }
        #expect(reasons(both[0], both[1]) != nil)
        // A mobile number is strong evidence even if many persons have it.
        if label != "mobile" { #expect(reasons(both[0], both[1], sharedBy: 20) == nil) }
        #expect(reasons(both[0], both[2]) == nil && reasons(both[1], both[2]) == nil)
    }

    @Test(
        "The kind of a phone number is recognized in every spelling of its label",
        arguments: [
            ("mobile", LabeledPhone.Kind.mobile), ("Cellular", .mobile), ("Cell-Phone", .mobile),
            ("my mobile", .mobile),
            ("work fax", .work), ("Business", .work), ("workPhone", .work), ("main", .work), ("private", .home),
            ("home mobile", .home), ("telefax", .home), ("", .unknown), ("other", .unknown), ("Boat", .unknown),
        ])
    func kinds(label: String, kind: LabeledPhone.Kind) {
        #expect(LabeledPhone(Labeled(label, "+49 30 1234567"))?.kind == kind)
    }

    @Test("Only differences and misspelled family names have a negative lowest weight")
    func weights() {
        let differences: Set<DuplicateObservation> = [
            .similarGivenName, .otherGivenName, .otherFamilyName, .swappedNames, .otherMiddleName, .missingGeneration,
            .otherGeneration, .otherSex, .otherEmails, .otherMailboxes, .otherPhones, .furtherPhones, .otherAddresses,
            .otherOrganization, .almostBirthday, .otherBirthday,
        ]
        for observation in DuplicateObservation.allCases {
            let weights = observation.weights
            let isDifference = differences.contains(observation) || observation == .misspelledFamilyName
            #expect((weights.lowest < 0) == isDifference, "\(observation)")
            #expect(weights.shared(by: 2) == weights && weights.shared(by: 1 << 40).strangers <= 0)
        }
    }
}

@Suite("Twenty kinds of duplicates, and twenty kinds of similar persons")
struct DuplicateCasesTests {
    /// Returns the seeds of the cases. The weights were chosen only with the seeds 1 to 5.
    private static func seeds() throws -> [UInt64] {
        guard Soak.isOn else { return [1] }
        let count = try Soak.times(atLeast: 1)
        return count == 1 ? [1, 101] : (1...UInt64(count)).map { 100 + $0 }
    }

    @Test(
        "At least 90 percent of the duplicates are found, and at most 3 percent of the findings are wrong",
        .long("40 kinds of pairs with other seeds"), arguments: try seeds())
    func measured(seed: UInt64) async throws {
        let cases = DuplicateCases(Soak.isOn ? 20 : 5, seed: seed)
        let store = try await TemporaryStore()
        let ids = try await store.persons.add(cases.persons).map(\.rawValue)
        let numbers = Dictionary(zip(ids, cases.persons.indices)) { first, _ in first }
        let found = try await store.duplicates.pairs(matching: "", at: .beginning, limit: .max).items.map { pair in
            [numbers[pair.first.id.number], numbers[pair.second.id.number]].compactMap(\.self)
        }
        #expect(Set(found).count == found.count, "each pair once")
        let one = Set(cases.pairs.filter(\.isOnePerson).map { [$0.first, $0.second] })
        let right = one.intersection(found).count
        let counts = "\(right) of \(one.count) found, \(found.count - right) of \(found.count) findings wrong"
        let kinds = Dictionary(grouping: cases.pairs, by: \.kind).mapValues { pairs in
            "\(pairs.count { found.contains([$0.first, $0.second]) }) of \(pairs.count)"
        }
        print(
            "seed \(seed): \(counts)", kinds.map { "\($1) \($0)" }.sorted().joined(separator: "\n  "), separator: "\n  "
        )
        #expect(Double(right) >= 0.9 * Double(one.count))
        #expect(Double(found.count - right) <= 0.03 * Double(found.count))
    }
}
