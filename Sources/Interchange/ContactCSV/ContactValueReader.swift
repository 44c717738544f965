import Localization
import Model
import Text

/// A builder that turns the values of columns or attributes into a card.
struct ContactValueReader {
    /// The values of one slot and their labels.
    private struct Slot {
        var key: String?
        /// The labels: one for each value, or one for all values.
        var labels: [String]?
        var values: [String] = []
        /// The postal addresses. There are several if the cells contain lists.
        var addresses: [PostalParts] = []
    }

    private let dialect: ContactHeadings.Dialect
    private let line: Int?
    private var card = ContactCard()
    private var wholeNames: [Labeled<String>] = []
    private var slots: [String: Slot] = [:]
    private var order: [String] = []
    private var dates: [ContactColumn.DateField: [ContactColumn.DatePart: String]] = [:]

    init(dialect: ContactHeadings.Dialect = .other, line: Int?) {
        self.dialect = dialect
        self.line = line
    }

    /// Reads a value.
    ///
    /// - Parameters:
    ///   - order: The order of day and month in a date, or `nil` if it is unknown.
    ///   - heading: The name of the column or attribute.
    mutating func read(
        _ text: String, as column: ContactColumn, _ order: TableDate.Order? = nil, under heading: String
    ) {
        let dialect = dialect
        guard !text.trimmed.isEmpty || dialect == .almanac && !text.isEmpty else { return }
        switch column {
        case .nothing, .recordID, .recordVersion: break
        case .name: wholeNames.append(Labeled(heading, text))
        case .field(let key):
            if ContactHeadings.isUsual(text, under: HeadingVocabulary.normal(heading), in: .outlook) { return }
            set(key, to: text)
        case .value(let key, let slot, let label):
            if let label, ContactHeadings.isUsual(text, under: label, in: dialect) { return }
            change(slot) {
                $0.key = key
                // Outlook writes all children into one cell.
                $0.values +=
                    (key, label) == ("relation", "child") && dialect == .outlook
                    ? text.split { ",;".contains($0) }.map { String($0).trimmed }.filter { !$0.isEmpty }
                    : GoogleList.elements(of: text, in: dialect)
                if let label { $0.labels = [label] }
            }
        case .label(let key, let slot): change(slot) { $0.labels = GoogleList.labels(in: text, of: key, dialect) }
        case .part(let part, let slot, let label):
            change(slot) {
                $0.key = "address"
                for (index, text) in GoogleList.parts(of: text, in: dialect).enumerated() {
                    while $0.addresses.count <= index { $0.addresses.append(PostalParts()) }
                    if !text.isEmpty { $0.addresses[index].add(text, as: part) }
                }
                if let label { $0.labels = [label] }
            }
        case .datePart(let field, let part): dates[field, default: [:]][part] = text.trimmed
        case .date(let field, _): set(field, to: text, in: order, under: heading)
        case .note: card.notes += GoogleList.elements(of: text, in: dialect == .almanac ? .almanac : .other)
        case .group:
            card.categories += GoogleList.groups(in: text, dialect)
            if GoogleList.isStarred(text, dialect) { card.isFavorite = true }
        case .uid: card.uid = text
        }
    }

    private mutating func change(_ slot: String, _ change: (inout Slot) -> Void) {
        if slots[slot] == nil { order.append(slot) }
        change(&slots[slot, default: Slot()])
    }

    private mutating func set(_ key: String, to text: String) {
        // A phonetic name may be spread over several columns.
        let before = key == "phonetic" ? card.person.name.phonetic : ""
        apply(key, before.isEmpty ? text : before + " " + text)
    }

    private mutating func set(
        _ field: ContactColumn.DateField, to text: String, in order: TableDate.Order?, under heading: String
    ) {
        let read = TableDate(text)
        let date = read.date(in: order)
        if let date { apply(field.rawValue, date.description) }
        switch read {
        case _ where date != nil:
            guard TableDate.hasTime(text) else { return }
            warn(
                "“\(text.trimmed)” contains a time. The whole text was also imported as the custom field “\(heading)”.")
        case .none: return
        case .date(.either):
            warn("Ambiguous date “\(text.trimmed)”. Use --dates dmy or --dates mdy to set the order.")
            card.ambiguousDate = card.ambiguousDate ?? text.trimmed
        case .date, .noDate: warn("“\(text.trimmed)” is not a date. It was imported as the custom field “\(heading)”.")
        }
        card.person.customFields.append(Labeled(heading, text))
    }

    private mutating func set(_ field: ContactColumn.DateField, to parts: [ContactColumn.DatePart: String]) {
        let numbers = parts.compactMapValues { Int($0) }
        let date =
            numbers.count == parts.count
            ? PartialDate(year: numbers[.year], month: numbers[.month], day: numbers[.day])?.withoutPlaceholderYear
            : nil
        let text = ContactColumn.DatePart.allCases.compactMap { parts[$0] }.joined(separator: "-")
        set(field, to: date?.description ?? text, in: nil, under: field.rawValue)
    }

    private mutating func apply(_ key: String, _ text: String) {
        do throws(FieldProblem) {
            let word = FieldAssignment(key: key, value: text)
            try Person.fields.first { $0.key == key }?.apply(word, to: &card.person)
        } catch {
            warn(error.sentence)
            card.person.customFields.append(Labeled(key, text))
        }
    }

    private mutating func add(_ value: Labeled<String>, to key: String) {
        guard let field = Person.fields.first(where: { $0.key == key }) else { return }
        let value = field.standardized(value)
        switch field.value {
        case .labeled(let path): card.person[keyPath: path].append(value)
        case .phones(let path):
            if value.value.isRoundedNumber {
                warn("“\(value.value)” is incomplete: a spreadsheet has rounded it. Export the column as text.")
            }
            card.person[keyPath: path].append(value)
        case .addresses(let path):
            if let address = PostalAddress(value.value) {
                card.person[keyPath: path].append(Labeled(value.label, address))
            }
        default: break
        }
    }

    mutating func warn(_ sentence: Message) { card.warnings.append(CardWarning(line: line, sentence)) }

    /// Returns the card after all values have been read.
    mutating func finished() -> ContactCard {
        for key in order { if let slot = slots[key] { add(slot) } }
        for field in ContactColumn.DateField.allCases { if let parts = dates[field] { set(field, to: parts) } }
        addWholeNames()
        return card
    }

    /// Splits the full name if there are no name parts, or completes the given or family name with it. A full name with
    /// additional words becomes a custom field.
    private mutating func addWholeNames() {
        if let whole = wholeNames.first?.value {
            // Almanac’s own files contain all name parts.
            if dialect != .almanac || card.person.name.display.isEmpty { card.person.readFullName(whole) }
        }
        if dialect != .almanac { moveCompanyName() }
        let person = card.person
        let said = Set(
            Folding.words(
                of: "\(person.name.prefix) \(person.name.display) \(person.name.nickname) \(person.organization)"))
        for whole in wholeNames
        where !FormattedName.isMade(whole.value, of: person) && !said.isSuperset(of: Folding.words(of: whole.value)) {
            card.person.customFields.append(whole)
        }
    }

    /// Moves the name of a company from a name column to the organization, unless there is another organization.
    private mutating func moveCompanyName() {
        let name = card.person.name
        let display = name.display
        guard !display.isEmpty, display == name.given || display == name.family else { return }
        if card.person.organization.isEmpty, CompanyNames.include(display) { card.person.organization = display }
        // LDIF requires a family name, which for a company repeats part of the company’s name.
        if let whole = wholeNames.first?.value, name.given.isEmpty, card.person.organization.isEmpty,
            Set(Folding.words(of: whole)).isSuperset(of: Folding.words(of: display)), CompanyNames.include(whole)
        {
            (card.person.name.family, card.person.organization) = ("", whole)
        }
        guard card.person.isNamedLikeOrganization(display) else { return }
        (card.person.name.given, card.person.name.family) = ("", "")
    }

    private mutating func add(_ slot: Slot) {
        guard let key = slot.key else { return }
        let count = slot.values.count + slot.addresses.count
        let labels = slot.labels ?? []
        func label(_ index: Int) -> String {
            labels.count == count ? labels[index] : labels.joined(separator: GoogleList.separator)
        }
        for (index, text) in slot.values.enumerated() {
            let label = label(index)
            let isEvent = key == ContactHeadings.event
            if isEvent, label.lowercased() == "anniversary", card.person.anniversary == nil {
                set(.anniversary, to: text, in: nil, under: label)
            } else {
                add(Labeled(label, text), to: isEvent ? "field" : key)
            }
        }
        for (index, address) in slot.addresses.map(\.address).enumerated() where address != PostalAddress() {
            let label = LabelVocabulary.places.standard(label(slot.values.count + index))
            card.person.addresses.append(Labeled(label, address))
        }
    }
}

/// The parts of a postal address. The post office box and the extended address come before the street.
struct PostalParts: Hashable {
    private var parts: [ContactColumn.AddressPart: [String]] = [:]

    mutating func add(_ text: String, as part: ContactColumn.AddressPart) { parts[part, default: []].append(text) }

    var address: PostalAddress {
        func text(_ part: ContactColumn.AddressPart) -> String {
            let texts = parts[part, default: []]
            // LDIF can contain both the name and the code of a country.
            let repeatsCountry = part == .country && Set(texts.map { Region(country: $0)?.rawValue ?? $0 }).count == 1
            return repeatsCountry ? texts[0] : texts.joined(separator: ", ")
        }
        let address = PostalAddress(cardComponents: ContactColumn.AddressPart.allCases.map(text))
        // A formatted address repeats the parts; use it only if there are none.
        return address == PostalAddress() ? PostalAddress(label: text(.formatted)) : address
    }
}

extension String {
    /// Whether the text is a number that a spreadsheet has rounded, as in `4.92211E+11`.
    fileprivate var isRoundedNumber: Bool {
        let halves = trimmed.uppercased().split(separator: "E+", omittingEmptySubsequences: false)
        func isNumber(_ text: Substring) -> Bool { !text.isEmpty && text.allSatisfy { "0123456789.,".contains($0) } }
        return halves.count == 2 && halves.allSatisfy(isNumber)
    }
}
