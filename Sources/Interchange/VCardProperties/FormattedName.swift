import Model
import Text

/// Operations on formatted names (`FN`).
enum FormattedName {
    /// Returns a formatted name that consists of name parts, updated for a change to these parts. The arrangement of
    /// the parts is kept if possible.
    static func updated(_ whole: String, from old: Person, to new: Person) -> String {
        if PersonName(partsOf: old.name) != PersonName(partsOf: new.name) {
            let renamed = renamed(whole, from: old, to: new)
            // If the formatted name has the default order of the old name, use the default order of the new name.
            if isRedundant(whole, of: old), !isRedundant(renamed, of: new) { return new.title }
            return isMade(renamed, of: new) ? renamed : new.title
        }
        if isMade(whole, of: new) { return whole }
        let texts: [KeyPath<Person, String>] = [\.organization, \.name.nickname]
        return texts.first { old[keyPath: $0] == whole }.flatMap { new[keyPath: $0].nonEmpty } ?? new.title
    }

    /// Returns a formatted name with changed name parts replaced. If a changed part cannot be replaced, the new title
    /// is returned.
    private static func renamed(_ whole: String, from old: Person, to new: Person) -> String {
        var renamed = whole
        renamed.rename(old.name.prefix, new.name.prefix)
        if old.isFamilyFirst == new.isFamilyFirst, renamed.rename(old.title, new.title) { return renamed }
        for part in [\PersonName.given, \.middle, \.family, \.suffix] {
            let (before, after) = (old.name[keyPath: part], new.name[keyPath: part])
            if before != after, after.isEmpty || !renamed.rename(before, after) { return new.title }
        }
        return renamed
    }

    /// Returns whether a formatted name consists of the name parts in a usual order, with or without the prefix, middle
    /// name, and suffix. If there is neither a given nor a family name, it must equal another name of the person, the
    /// organization, an email address, or a phone number.
    static func isMade(_ whole: String, of person: Person) -> Bool {
        let name = person.name
        if whole == name.display { return true }
        let key = key(whole)
        let names = [name.given, name.family].map { Self.key($0) }
        guard names.contains(where: { !$0.isEmpty }) else {
            let texts = [name.display, name.nickname, person.organization, person.title, Person.unnamed]
            let values = texts + [person.emails, person.phones].joined().map(\.value)
            return values.contains { $0 == whole || !key.isEmpty && Self.key($0) == key }
        }
        let (given, family) = (names[0], names[1])
        for prefix in ["", Self.key(name.prefix)] {
            for middle in ["", Self.key(name.middle)] {
                for suffix in ["", Self.key(name.suffix)] {
                    let orders = [
                        [prefix, given, middle, family, suffix], [prefix, family, given, middle, suffix],
                        [family, prefix, given, middle, suffix], [family, suffix, prefix, given, middle],
                        [prefix, family, middle, given, suffix],
                    ]
                    if orders.contains(where: { $0.joined() == key }) { return true }
                }
            }
        }
        return false
    }

    /// Returns whether a formatted name consists of the name parts in the default order.
    static func isRedundant(_ whole: String, of person: Person) -> Bool {
        let byDefault = person.isFamilyFirstByDefault
        if !byDefault, whole == person.name.display { return true }
        return isMade(whole, of: person) && person.isFamilyFirst(in: whole) ?? byDefault == byDefault
    }

    /// Returns the words of a name without separators, folded for comparison.
    private static func key(_ text: some StringProtocol) -> String { Folding.words(of: String(text)).joined() }

    /// Splits a full name, possibly with titles, such as “Dr. Max Mustermann Jr.” or “Mustermann, Max”.
    static func name(of whole: String) -> PersonName {
        var name = PersonName()
        var halves = whole.split(separator: ",").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        halves.removeAll(where: \.isEmpty)
        while halves.count > 1, let last = halves.last, last.split(separator: " ").allSatisfy(isSuffix) {
            name.suffix = name.suffix.isEmpty ? last : "\(last), \(name.suffix)"
            halves.removeLast()
        }
        if halves.count > 1 {
            var given = titled(halves[1...].joined(separator: ", "), &name).split(separator: " ")
            // “Berg, Jan van den” has the family name “van den Berg”.
            let particles = given.dropFirst().reversed().prefix { Self.particles.contains($0.lowercased()) }
            given.removeLast(particles.count)
            name.given = given.joined(separator: " ")
            name.family = (particles.reversed() + [halves[0][...]]).joined(separator: " ")
        } else {
            let untitled = titled(halves.first ?? "", &name)
            (name.given, name.family) = parts(of: untitled)
            if name.family.isEmpty, !name.prefix.isEmpty { (name.given, name.family) = ("", untitled) }
        }
        return name.withMiddleInitials
    }

    /// Uses a full name to complete a name that has only a given or only a family name: “Kern” and “Dr. Alma Kern”
    /// result in the given name “Alma”. If the full name neither begins nor ends with the known part, or is the name of
    /// a company, the name remains unchanged.
    static func completed(_ name: PersonName, from whole: String) -> PersonName {
        guard name.middle.isEmpty, name.given.isEmpty != name.family.isEmpty, !CompanyNames.include(whole) else {
            return name
        }
        var completed = name
        var titles = PersonName()
        let spaced = whole.split(whereSeparator: { $0.isWhitespace || $0 == "," }).joined(separator: " ")
        let words = titled(spaced, &titles).split(separator: " ")
        let (folded, known) = (words.map { key($0) }, (name.given + name.family).split(separator: " ").map { key($0) })
        let rest: ArraySlice<Substring>
        if folded.suffix(known.count) == known[...] {
            rest = words.dropLast(known.count)
        } else if folded.prefix(known.count) == known[...] {
            rest = words.dropFirst(known.count)
        } else {
            return name
        }
        let missing = rest.joined(separator: " ")
        if name.given.isEmpty { completed.given = missing } else { completed.family = missing }
        if name.prefix.isEmpty { completed.prefix = titles.prefix }
        if name.suffix.isEmpty { completed.suffix = titles.suffix }
        return completed.withMiddleInitials
    }

    /// Moves the titles before and after a name to its prefix and suffix.
    ///
    /// - Returns: The name without titles.
    private static func titled(_ text: String, _ name: inout PersonName) -> String {
        var words = text.split(separator: " ")[...]
        var prefixes: [Substring] = []
        while words.count > 1, let first = words.first, isPrefix(first) { prefixes.append(words.removeFirst()) }
        var suffixes: [Substring] = name.suffix.isEmpty ? [] : [name.suffix[...]]
        // “d. Ä.” and “d. J.” consist of two words.
        if words.count > 2, abbreviatedSuffixes.contains(Folding.words(of: words.suffix(2).joined()).joined()),
            words.suffix(2).allSatisfy({ $0.hasSuffix(".") })
        {
            suffixes.insert(words.suffix(2).joined(separator: " ")[...], at: 0)
            words.removeLast(2)
        }
        while words.count > 1, let last = words.last, isSuffix(last) { suffixes.insert(words.removeLast(), at: 0) }
        name.prefix = prefixes.joined(separator: " ")
        name.suffix = suffixes.joined(separator: " ")
        return words.joined(separator: " ")
    }

    private static func isPrefix(_ word: Substring) -> Bool {
        let letters = Folding.words(of: String(word)).joined()
        return prefixes.contains(letters) || word.hasSuffix(".") && abbreviatedPrefixes.contains(letters)
    }

    private static func isSuffix(_ word: Substring) -> Bool {
        let letters = Folding.words(of: String(word)).joined()
        return suffixes.contains(letters) || generations.contains(String(word))
            || word.hasSuffix(".") && abbreviatedSuffixes.contains(letters)
    }

    private static let prefixes: Set = [
        "dr", "prof", "mr", "mrs", "ms", "miss", "mx", "herr", "frau", "mme", "mlle", "monsieur", "madame", "sra",
        "srta",
        "dott", "dottssa", "dhr", "mevr", "drs", "dipling", "sir",
    ]

    /// The prefixes that require a period. Without one, they are treated as names.
    private static let abbreviatedPrefixes: Set = ["sr", "ing", "mag", "ir", "sig", "hr", "fr", "rev", "hon", "med"]

    private static let suffixes: Set = ["jr", "sr", "md", "phd", "esq", "dds", "mba", "cpa", "jd"]

    /// The suffixes that require a period. Without one, they are treated as names.
    private static let abbreviatedSuffixes: Set = ["sen", "jun", "da", "dj"]

    private static let generations: Set = ["II", "III", "IV", "II.", "III.", "IV."]

    /// Splits a full name. In Chinese, Japanese, and Korean, the family name is the first word.
    private static func parts(of name: String) -> (given: String, family: String) {
        let words = name.split(separator: " ")
        var parts = PersonName()
        parts.family = words.first.map(String.init) ?? ""
        guard words.count > 1, parts.isEastAsian else { return givenFirstParts(of: name) }
        parts.given = words.dropFirst().joined(separator: " ")
        return parts.isEastAsian ? (parts.given, parts.family) : givenFirstParts(of: name)
    }

    /// Splits a full name. The family name is the last word with any preceding particles.
    static func givenFirstParts(of name: String) -> (given: String, family: String) {
        let words = name.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count > 1, !name.contains(","), !words.contains("") else { return (name, "") }
        var start = words.count - 1
        while start > 1, particles.contains(words[start - 1].lowercased()) { start -= 1 }
        return (words[..<start].joined(separator: " "), words[start...].joined(separator: " "))
    }

    private static let particles: Set = [
        "van", "von", "de", "der", "den", "di", "da", "del", "della", "dos", "du", "la", "le", "bin", "ibn", "al",
        "ter", "ten", "zu", "zum", "zur", "af", "av",
    ]
}

extension String {
    /// Returns the text without the given words at its end or at its start. The text is unchanged if no others are left.
    fileprivate func dropping(_ part: String, isAtStart: Bool = false) -> String {
        let (words, dropped) = (split(whereSeparator: \.isWhitespace), part.split(whereSeparator: \.isWhitespace))
        let found = isAtStart ? words.prefix(dropped.count) : words.suffix(dropped.count)
        guard !dropped.isEmpty, words.count > dropped.count, found.elementsEqual(dropped) else { return self }
        let rest = isAtStart ? words.dropFirst(dropped.count) : words.dropLast(dropped.count)
        return rest.joined(separator: " ")
    }

    /// Replaces the first whole-word occurrence of the given text. Returns whether there is one.
    @discardableResult
    fileprivate mutating func rename(_ words: String, _ others: String) -> Bool {
        func isOpen(_ character: Character?) -> Bool { character?.isLetter == true || character?.isNumber == true }
        let places = words.isEmpty ? [] : ranges(of: words)
        let place = places.first { !isOpen(self[..<$0.lowerBound].last) && !isOpen(self[$0.upperBound...].first) }
        guard let place else { return false }
        replaceSubrange(place, with: others)
        self = trimmed
        return true
    }
}

extension Person {
    /// Returns whether a name is that of the organization, ignoring case, accents, and punctuation.
    func isNamedLikeOrganization(_ name: String) -> Bool {
        let words = Folding.words(of: name)
        return words.isEmpty ? name.trimmed == organization : words == Folding.words(of: organization)
    }

    /// Creates a person or a company from a name such as `Leia Organa`, `Organa, Leia`, or `Acme, Inc.`
    public init(named name: String) {
        self.init()
        readFullName(name)
    }

    /// Splits a full name if there are no name parts, or completes the given or family name with it. The name of a
    /// company becomes the organization if there is none.
    ///
    /// - Parameter isOrganization: Whether the card declares that it belongs to an organization.
    mutating func readFullName(_ whole: String, isOrganization: Bool = false) {
        guard !FormattedName.isMade(whole, of: self), !isOrganization || organization.isEmpty else { return }
        guard name.given.isEmpty, name.family.isEmpty else {
            if !isOrganization, !isNamedLikeOrganization(whole) { name = FormattedName.completed(name, from: whole) }
            return
        }
        if isOrganization || CompanyNames.include(whole) || isNamedLikeOrganization(whole) {
            if organization.isEmpty { organization = whole } else { name.given = whole }
            return
        }
        // The full name can contain the parts that the card also states separately.
        let rest = whole.dropping(name.prefix, isAtStart: true).dropping(name.suffix)
        let parts = FormattedName.name(of: rest)
        (name.given, name.family) = (parts.given.dropping(name.middle), parts.family)
        for part in [\PersonName.prefix, \.middle, \.suffix] where name[keyPath: part].isEmpty {
            name[keyPath: part] = parts[keyPath: part]
        }
    }

    /// Creates a person from typed text: the name of a person or company, email addresses, and phone numbers, such as
    /// `Leia Organa <leia@alderaan.example>`, `Acme GmbH (555) 010-0123`, or `tel:+15550100`.
    public init(typed text: String) {
        // The brackets of an email address can follow the name without a space.
        let spaced = text.contains("@") ? text.replacing("<", with: " <") : text
        let words = spaced.split(whereSeparator: \.isWhitespace).map(String.init)
        var typed = TypedWords()
        for word in words where !word.contains("@") { typed.append(word) }
        self.init(named: typed.name)
        phones = typed.numbers.map { Labeled("", $0) }
        emails = words.filter { $0.contains("@") }.map { Labeled("", EmailAddress.cleaned($0)) }
    }
}

/// The words of typed text without email addresses, divided into a name and phone numbers.
private struct TypedWords {
    private enum Part {
        case name([String])
        /// Words with digits. If they are certain, they are a phone number, even within a name.
        case number([String], isCertain: Bool)
    }

    private var parts: [Part] = []

    mutating func append(_ word: String) {
        let plain = Self.withoutSeparator(word)
        let number = PhoneText.cleaned(plain)
        let isLink = plain.contains(":") && number != plain && Self.digits(of: number) > 0
        switch parts.last {
        case .number(let words, let isCertain)? where Self.continuesNumber(number):
            parts[parts.count - 1] = .number(words + [number], isCertain: isCertain)
        case _ where isLink || Self.isNumber(number):
            let isCertain = isLink || number.hasPrefix("+") || number.hasPrefix("(") && Self.digits(of: number) > 2
            parts.append(.number([number], isCertain: isCertain))
        case .name(let words)?: parts[parts.count - 1] = .name(words + [word])
        case .number?, nil: parts.append(.name([word]))
        }
    }

    var numbers: [String] {
        parts.indices.compactMap { index in
            if case .number(let words, _) = parts[index], isPhone(at: index) {
                words.joined(separator: " ")
            } else {
                nil
            }
        }
    }

    /// The name without the quotation marks of a display name and without the separator after a name.
    var name: String {
        let words = parts.indices.flatMap { index in
            switch parts[index] {
            case .name(let words): words
            case .number(let words, _): isPhone(at: index) ? [] : words
            }
        }
        let name = Self.withoutSeparator(words.joined(separator: " "))
        let isQuoted = name.count > 2 && name.first == "\"" && name.last == "\""
        return isQuoted ? String(name.dropFirst().dropLast()) : name
    }

    /// Returns whether digits are a phone number and not part of a name, such as “Apollo 13” or “1000 Faces Ltd”, or a date.
    private func isPhone(at index: Int) -> Bool {
        guard case .number(let words, let isCertain) = parts[index] else { return false }
        let names = parts.indices.filter { if case .name = parts[$0] { true } else { false } }
        guard !isCertain, let start = names.first, let end = names.last else { return true }
        if start < index, index < end { return false }
        return Self.digits(of: words.joined()) >= 5 && PartialDate(words.joined(separator: " ")) == nil
    }

    private static func withoutSeparator(_ text: String) -> String {
        var text = text
        while let last = text.last, ",;".contains(last) { text.removeLast() }
        return text
    }

    private static func digits(of text: String) -> Int { text.count(where: \.isWholeNumber) }

    private static func isNumber(_ word: String) -> Bool { digits(of: word) > 0 && word.allSatisfy(isPartOfNumber) }

    private static func isPartOfNumber(_ character: Character) -> Bool {
        character.isWholeNumber || "+-–./()".contains(character)
    }

    /// Returns whether a word after digits belongs to the same number, such as `010-0123`, `ext.`, or `x12`.
    private static func continuesNumber(_ word: String) -> Bool {
        if word.allSatisfy(isPartOfNumber) { return !word.hasPrefix("+") }
        let start = word.prefix { !$0.isWholeNumber }
        return ["ext", "ext.", "x"].contains(start.lowercased())
            && word.dropFirst(start.count).allSatisfy(\.isWholeNumber)
    }
}
