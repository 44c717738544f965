import Model

/// A reproducible test corpus for duplicate detection.
///
/// The corpus contains duplicates with typical differences and distinct persons with similar data: families with one
/// phone number, offices, sons named after their fathers, and twins.
public struct DuplicateCorpus: Sendable {
    public private(set) var persons: [Person]
    /// The indices of each duplicated person and of the duplicate.
    public private(set) var pairs: [(original: Int, copy: Int)] = []

    private var chance: SeededGenerator

    /// Creates a corpus.
    /// - Parameter count: The number of distinct persons. About one in ten has a duplicate.
    public init(_ count: Int, seed: UInt64 = 1) {
        chance = SeededGenerator(seed: seed &+ 77)
        persons = Population(count, seed: seed, duplicateEvery: 0).persons
        for index in persons.indices { settle(index) }
        for index in persons.indices where chance.happens(oneIn: 10) {
            pairs.append((index, persons.count))
            persons.append(noted(persons[index]))
        }
    }

    // MARK: - Persons who only look similar

    private mutating func settle(_ index: Int) {
        if !persons[index].organization.isEmpty, chance.happens(oneIn: 2) { employ(index) }
        guard index > 0 else { return }
        switch chance.number(below: 25) {
        case 0...2: join(index, to: index - 1)
        case 3: nameAfterFather(index, index - 1)
        case 4: makeSibling(index, of: index - 1)
        case 5: makeTwin(index, of: index - 1)
        default: break
        }
    }

    /// Adds the office phone number and sometimes the shared email address to a person.
    private mutating func employ(_ index: Int) {
        let office = PopulationNames.organizations.firstIndex(of: persons[index].organization) ?? 0
        persons[index].phones.append(Labeled("work", "+1 555 900 00\(10 + office)"))
        if chance.happens(oneIn: 4) {
            persons[index].emails.append(Labeled("work", "info@office\(office).example"))
        }
    }

    private mutating func join(_ index: Int, to relative: Int) {
        persons[index].name.family = persons[relative].name.family
        // Siblings have different given names.
        if persons[index].name.given == persons[relative].name.given, persons[index].name.suffix.isEmpty {
            persons[index].name.given = "Ottoline"
        }
        let telephone = Labeled("home", "+1 555 700 \(1000 + relative)")
        for member in [relative, index] { persons[member].phones.append(telephone) }
        if chance.happens(oneIn: 3) {
            for member in [relative, index] {
                persons[member].emails.append(Labeled("home", "family\(relative)@example.org"))
            }
        }
    }

    private mutating func nameAfterFather(_ son: Int, _ father: Int) {
        persons[son].name = persons[father].name
        persons[father].name.suffix = chance.happens(oneIn: 2) ? "Sr." : ""
        persons[son].name.suffix = "Jr."
        join(son, to: father)
    }

    private mutating func makeSibling(_ index: Int, of sibling: Int) {
        let (one, other) = chance.pick(Self.siblings)
        persons[sibling].name.given = one
        persons[index].name.given = other
        join(index, to: sibling)
    }

    private mutating func makeTwin(_ index: Int, of twin: Int) {
        persons[index].birthday = persons[twin].birthday
        join(index, to: twin)
    }

    private static let siblings = [
        ("Anna", "Hanna"), ("Jon", "Joan"), ("Maria", "Mario"), ("Julia", "Julian"), ("Daniel", "Daniela"),
        ("Hanna", "Johanna"), ("Eric", "Erica"), ("Paul", "Paula"),
    ]

    // MARK: - Duplicates

    /// Returns a copy of a person with one to three typical differences.
    private mutating func noted(_ person: Person) -> Person {
        var copy = person
        copy.customFields = []
        copy.card = []
        for _ in 0...chance.number(below: 3) { change(&copy) }
        return copy
    }

    private mutating func change(_ person: inout Person) {
        switch chance.number(below: 12) {
        case 0: person.name.given = misspelt(person.name.given)
        case 1: person.name.family = misspelt(person.name.family)
        case 2: person.name.given = Self.shortNames[person.name.given] ?? person.name.given
        case 3: swap(&person.name.given, &person.name.family)
        case 4: person.name.given = String(person.name.given.prefix(1)) + "."
        case 5: person.name.family = person.name.family.uppercased()
        case 6: person.name.middle = ""
        case 7, 8: person.phones = person.phones.map { Labeled($0.label, retyped($0.value)) }
        case 9: person.emails = person.emails.map { Labeled("", $0.value.uppercased()) }
        case 10: if !person.emails.isEmpty { person.emails.removeFirst() }
        default: if !person.phones.isEmpty { person.phones.removeFirst() }
        }
    }

    /// Returns the word with one letter removed, doubled, or swapped with the next. Short words are unchanged.
    private mutating func misspelt(_ word: String) -> String {
        var letters = Array(word)
        guard letters.count > 3 else { return word }
        let place = 1 + chance.number(below: letters.count - 2)
        switch chance.number(below: 3) {
        case 0: letters.remove(at: place)
        case 1: letters.insert(letters[place], at: place)
        default: letters.swapAt(place, place + 1)
        }
        return String(letters)
    }

    /// Returns a phone number in another notation.
    private mutating func retyped(_ number: String) -> String {
        guard number.hasPrefix("+") else { return number }
        let digits = number.filter(\.isNumber)
        return switch chance.number(below: 4) {
        case 0: "00" + digits
        case 1: "(" + digits.dropFirst().prefix(3) + ") " + digits.dropFirst(4)
        case 2: "+" + digits
        default: digits.dropFirst().prefix(3) + "." + digits.dropFirst(4).prefix(3) + "." + digits.dropFirst(7)
        }
    }

    private static let shortNames = [
        "Robert": "Bob", "Elizabeth": "Liz", "Kate": "Katherine", "Peter": "Pete", "John": "Jack", "Anna": "Annie",
        "Fred": "Alfred", "Юлия": "Юля", "Ádám": "Adi", "Ilse": "Ilsebill", "Omar": "O", "Wilma": "Wilhelmina",
    ]
}
