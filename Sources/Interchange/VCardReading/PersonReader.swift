import Localization
import Model
import Text

/// A reader of card properties.
struct PersonReader {
    let parsed: ParsedCard
    let decoder: LineDecoder
    let escapes: VCardEscaping
    var contents = CardContents()
    /// Whether distribution lists are read as groups. A list that an earlier version imported as a person remains a
    /// person.
    var readsLists = true
    /// The labels from `X-ABLabel` lines, by group.
    var labels: [String: String] = [:]
    /// The indices of the `X-ABLabel` lines, by group.
    private(set) var labelLines: [String: Int] = [:]
    private var alternatives: Set<String> = []
    private static let maximumWarnings = 100
    /// The maximum number of groups that are read from a card.
    static let maximumCategories = 100
    private var moreWarnings = 0
    private var once: [String] = []

    static func card(of card: UnfoldedCard, at place: SourceLocation?, _ heads: inout LineHeadCache) -> ContactCard {
        PersonReader(of: card, &heads).card(lines: card.lines, at: place)
    }

    /// Creates a reader and reads all lines of a card.
    init(of card: UnfoldedCard, _ heads: inout LineHeadCache) {
        self.init(ParsedCard(card, &heads))
        read()
    }

    init(_ parsed: ParsedCard) {
        self.parsed = parsed
        decoder = LineDecoder(bytes: parsed.card.bytes)
        escapes = VCardEscaping(version: parsed.version)
    }

    mutating func read() {
        isList =
            readsLists && parsed.lines.contains { $0.name == Self.listName && (try? text($0))?.isWord("TRUE") == true }
        readLabels()
        readLines()
        readAddressLabels()
        if isList { contents.isGroup = true }
        warnAboutStructure()
    }

    /// Whether the card is a distribution list of Evolution, whose email addresses are its members.
    private(set) var isList = false

    static let listName = "X-EVOLUTION-LIST"

    /// Returns whether a property with the given head may make the card a group.
    static func mayStateGroup(_ head: ArraySlice<UInt8>) -> Bool {
        head.containsASCII("KIND") || head.containsASCII("EVOLUTION-LIST")
    }

    /// Reads the address labels of vCard 2.1 and 3.0 that do not belong to an `ADR` property.
    private mutating func readAddressLabels() {
        guard parsed.lines.contains(where: { $0.name == "LABEL" }) else { return }
        let labels = AddressLabels(parsed.lines)
        for (number, line) in parsed.lines.enumerated() where line.name == "LABEL" && !labels.isLabelOfAddress(line) {
            guard let text = try? nonEmptyText(line)?.withoutBlanks.nonEmpty else { continue }
            contents.addresses.append(
                Labeled(LabelKind.address.label(of: line.parameters), PostalAddress(label: text)), line: number,
                preference: line.head.preference)
            contents.addressLabels.insert(number)
        }
    }

    /// Reads all lines, or only the lines with the given meaning.
    mutating func readLines(_ only: PropertyMeaning? = nil) {
        for number in parsed.lines.indices {
            let line = parsed.lines[number]
            guard let meaning = line.head.meaning, only == nil || meaning == only, !isAlternative(line) else {
                continue
            }
            do throws(UndecodableValue) {
                try read(line, number, as: meaning)
                if decoder.contradictsUTF8(line) {
                    warn(line, "\(line.name) is not valid text in the encoding “UTF-8”. Its encoding was guessed.")
                }
            } catch {
                warn(line, error.sentence(keeping: line.name))
            }
        }
    }

    mutating func warn(_ line: ContentLine, _ sentence: Message) {
        warn(line.line, sentence)
    }

    private mutating func warn(_ line: Int, _ sentence: Message) {
        if contents.warnings.count < Self.maximumWarnings {
            contents.warnings.append(CardWarning(line: line, sentence))
        } else {
            moreWarnings += 1
        }
    }

    func value(_ line: ContentLine) throws(UndecodableValue) -> ArraySlice<UInt8> {
        try decoder.value(of: line)
    }

    func text(_ line: ContentLine) throws(UndecodableValue) -> String { escapes.text(try value(line)) }

    func nonEmptyText(_ line: ContentLine) throws(UndecodableValue) -> String? {
        try text(line).nonEmpty
    }

    /// Returns the components of a structured value, each as a list.
    func components(_ line: ContentLine) throws(UndecodableValue) -> [[String]] {
        let parts = escapes.parts(try value(line), separator: .semicolon)
        return parsed.version == .v21
            ? parts.map { [escapes.text($0)] } : parts.map { escapes.texts($0) }
    }

    mutating func readLabels() {
        for number in parsed.labels {
            let line = parsed.lines[number]
            guard !line.group.isEmpty, let text = try? text(line) else { continue }
            labels[line.group.uppercased()] = AppleLabel.word(of: text)
            labelLines[line.group.uppercased()] = number
        }
    }

    /// Returns whether the line repeats an ALTID and must be ignored (RFC 6350 section 5.4).
    private mutating func isAlternative(_ line: ContentLine) -> Bool {
        guard let id = line.parameter("ALTID") else { return false }
        return !alternatives.insert("\(line.name) \(id)").inserted
    }

    /// Returns the date in the text, or `nil` if it is invalid or not in the Gregorian calendar.
    func date(of text: String, in line: ContentLine) -> PartialDate? {
        if let calendar = line.parameter("CALSCALE"), !calendar.isWord("GREGORIAN") { return nil }
        return CardDate.date(of: text, omittedYear: line.parameter("X-APPLE-OMIT-YEAR"))
    }

    func label(_ line: ContentLine) -> String {
        if !labels.isEmpty, !line.group.isEmpty, let label = labels[line.group.uppercased()] {
            return LabelKind(line.head.meaning).vocabulary.standard(label)
        }
        return line.head.label
    }

    /// Returns whether earlier versions read the given label from the types of the line with the given index.
    func isFormerLabel(_ label: String, of number: Int) -> Bool {
        let line = parsed.lines[number]
        let (kind, present) = (LabelKind(line.head.meaning), self.label(line))
        guard label != "x-" + present.lowercased() else { return true }
        return kind.label(of: line.parameters) == present
            && kind.vocabulary.standard(kind.label(of: line.parameters, asFormerly: true)) == label
    }

    /// Warns if the property has already occurred in the card.
    mutating func warnAboutSecond(_ line: ContentLine) {
        if once.contains(line.name) { warn(line, "Duplicate \(line.name); only the first is used.") }
        if !once.contains(line.name) { once.append(line.name) }
    }

    private mutating func warnAboutVersion() {
        guard !parsed.hasVersion, let first = parsed.lines.first else { return }
        if let line = parsed.lines.first(where: { $0.name == "VERSION" }), let said = try? text(line), !said.isEmpty {
            warn(line, "Unknown VERSION “\(said.prefix(20))”; the card was read as 3.0.")
        } else {
            warn(first, "The card has no VERSION and was read as 3.0.")
        }
    }

    private mutating func warnAboutStructure() {
        warnAboutVersion()
        if let last = parsed.lines.dropLast().last, last.name == "VERSION", parsed.lines.count > 3 {
            warn(last, "VERSION is the last property. It was used for the whole card.")
        }
        for number in parsed.strays {
            warn(parsed.card.entries[number].line, "This line is not a property. It was kept unchanged.")
        }
        let entries = Set(parsed.card.brokenEntries)
        let broken = entries.isEmpty ? [] : parsed.lines.filter { entries.contains($0.entries.upperBound - 1) }
        if let first = broken.first {
            let names = broken.map(\.name).unique.joined(separator: ", ")
            warn(first, "Properties with line breaks that are not encoded: \(names). All lines were read.")
        }
        for inner in parsed.inner where inner.owner == nil {
            let line = parsed.card.entries[inner.entries.lowerBound].line
            warn(line, "The card contains another card, which was not imported separately.")
        }
        if moreWarnings > 0, let last = contents.warnings.last {
            let sentence = Message(
                moreWarnings, one: "\(moreWarnings) more warning about this card.",
                other: "\(moreWarnings) more warnings about this card.")
            contents.warnings.append(CardWarning(line: last.line, sentence))
        }
    }
}

extension UndecodableValue {
    fileprivate func sentence(keeping name: String) -> Message {
        switch self {
        case .unknown(let charset):
            "\(name) has the unknown encoding “\(charset)”. It was kept unchanged."
        case .malformed(let charset): "\(name) is not valid text in the encoding “\(charset)”. It was kept unchanged."
        }
    }
}

/// The values of a card with their source lines.
struct CardContents {
    var name: PersonName?
    var names: [Int] = []
    var formattedName = SourcedValues<String>()
    var nickname = SourcedValues<String>()
    var phonetic = SourcedValues<(part: Int, text: String)>()
    var organization = SourcedValues<[String]>()
    var plain: [PlainText: SourcedValues<String>] = [:]
    var birthday = SourcedValues<PartialDate>()
    var anniversary = SourcedValues<PartialDate>()
    var gender = SourcedValues<Gender>()
    var grammaticalGender = SourcedValues<Gender>()
    var emails = SourcedValues<Labeled<String>>()
    var phones = SourcedValues<Labeled<String>>()
    var addresses = SourcedValues<Labeled<PostalAddress>>()
    /// The indices of the lines with postal addresses that consist of a label only.
    var addressLabels: Set<Int> = []
    var urls = SourcedValues<Labeled<String>>()
    /// The indices of the lines with profiles whose property name identifies a service, such as `X-FACEBOOK`.
    var serviceProfiles: Set<Int> = []
    var messengers = SourcedValues<Labeled<String>>()
    var profiles = SourcedValues<Labeled<String>>()
    var languages = SourcedValues<Labeled<String>>()
    var positions = SourcedValues<Labeled<String>>()
    var relations = SourcedValues<Labeled<String>>()
    var customFields = SourcedValues<Labeled<String>>()
    var photo = SourcedValues<Photo>()
    /// The indices of the lines with photos that exceed the size limit.
    var largePhotos: [Int] = []
    var uid = SourcedValues<String>()
    var revision = SourcedValues<String>()
    var categories = SourcedValues<String>()
    /// The categories beyond the limit. They are kept on the card.
    var furtherCategories = SourcedValues<String>()
    var notes = SourcedValues<String>()
    var members = SourcedValues<String>()
    var planet = SourcedValues<String>()
    var summary = SourcedValues<String>()
    var relationUIDs = SourcedValues<String>()
    var isGroup = false
    var isOrganization = false
    var warnings: [CardWarning] = []

    /// The name parts as earlier versions read them: without completing `N` from the formatted name, and with the given
    /// name first, even in names of companies and in Chinese, Japanese, and Korean.
    var partsOfFormerVersions: PersonName? {
        if let name { return name }
        guard let formatted = formattedName.first?.withoutBlanks.nonEmpty else { return nil }
        var name = PersonName()
        (name.given, name.family) = FormattedName.givenFirstParts(of: formatted)
        return name
    }

    /// The postal addresses that consist of a label only.
    var labelAddresses: [Labeled<PostalAddress>] {
        addresses.items.filter { addressLabels.contains($0.line) }.map(\.value)
    }

    /// The profiles from properties that earlier versions read.
    var formerProfiles: [Labeled<String>] {
        profiles.items.filter { !serviceProfiles.contains($0.line) }.map(\.value)
    }

    /// Returns whether a value was read from the Android line with the given index.
    func hasValue(of line: Int) -> Bool {
        [nickname.lines, birthday.lines, anniversary.lines, relations.lines, customFields.lines].contains {
            $0.contains(line)
        }
    }
}

/// The values of one kind with their source lines, ordered by preference.
struct SourcedValues<Value> {
    struct Item {
        var value: Value
        var line: Int
        var preference: Int
        /// The other lines with the same value, such as `X-SKYPE` next to `IMPP`.
        var twins: [Int] = []
    }

    private(set) var items: [Item] = []

    init() {}

    /// Creates values that keep the given order.
    init(items: [(line: Int, value: Value)]) {
        self.items = items.map { Item(value: $0.value, line: $0.line, preference: 101) }
    }

    /// Inserts a value in order of preference, unless it is `nil`.
    mutating func append(_ value: Value?, line: Int, preference: Int = 101) {
        guard let value else { return }
        let item = Item(value: value, line: line, preference: preference)
        if let last = items.last, last.preference > preference {
            items.insert(item, at: items.firstIndex { $0.preference > preference } ?? items.count)
        } else {
            items.append(item)
        }
    }

    var values: [Value] { items.map(\.value) }

    /// Inserts a value in order of preference, or adds only its line to an existing value with an equal key.
    mutating func appendOnce(_ value: Value?, line: Int, preference: Int, by key: (Value) -> some Equatable) {
        if let value, let known = items.firstIndex(where: { key($0.value) == key(value) }) {
            items[known].twins.append(line)
        } else {
            append(value, line: line, preference: preference)
        }
    }

    var lines: [Int] { items.map(\.line) }
    var first: Value? { items.first?.value }
    var isEmpty: Bool { items.isEmpty }
}
