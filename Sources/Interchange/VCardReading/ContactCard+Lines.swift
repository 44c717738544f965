import Model
import Text

extension ContactCard {
    /// Creates a card from its lines, such as those in `Person.card`.
    public init(lines: [String]) {
        var heads = LineHeadCache(isKept: false)
        self = PersonReader.card(of: UnfoldedCard(lines: lines), at: nil, &heads)
    }

    /// Returns the UID from the lines of a card without reading the other properties.
    public static func uid(in lines: [String]) -> String? {
        if let plain = plainValues(of: "UID", in: lines) { return plain.first { !$0.isEmpty }?.withoutUUIDScheme }
        return contents([.uid: "UID"], in: lines)?.uid.first
    }

    /// Returns the name of the home planet from the lines of a card.
    public static func planet(in lines: [String]) -> String? {
        contents([.planet: "X-ALMANAC-PLANET"], in: lines)?.planet.first
    }

    /// Returns the UIDs of related persons from the lines of a card.
    public static func relationUIDs(in lines: [String]) -> [RelationUID] {
        (contents([.relationUID: "X-ALMANAC-RELATED"], in: lines)?.relationUIDs.values ?? []).compactMap {
            RelationUID($0)
        }
    }

    static func categories(in lines: [String]) -> [String] {
        contents([.categories: "CATEGORIES"], in: lines)?.categories.values ?? []
    }

    static func revision(in lines: [String]) -> String? {
        contents([.revision: "REV"], in: lines)?.revision.first
    }

    /// Returns the formatted names of a card and the parts of its structured name.
    static func names(in lines: [String]) -> (whole: [String], parts: PersonName?) {
        let contents = contents([.formattedName: "FN", .name: "N"], in: lines)
        return (contents?.formattedName.values ?? [], contents?.name)
    }

    /// Returns the positions that a card states in parameters of its postal addresses (RFC 6350 section 5.10), with the
    /// labels of the addresses.
    public static func positionsOfAddresses(in lines: [String]) -> [Labeled<String>] {
        guard lines.contains(where: { isNamed("ADR", $0) && $0.uppercased().contains("GEO=") }) else { return [] }
        var reader = PersonReader(ParsedCard(UnfoldedCard(lines: lines)))
        reader.readLabels()
        return reader.parsed.lines.compactMap { line in
            guard line.name == "ADR", let text = line.parameter("GEO") else { return nil }
            return GeographicPosition(text).map { Labeled(reader.label(line), $0.description) }
        }
    }

    /// Returns whether a card is nonempty and another card contains all of its photo lines.
    public static func hasPhotos(of other: [String], in lines: [String]) -> Bool {
        !lines.isEmpty && Set(lines.filter { isNamed("PHOTO", $0) }).isSubset(of: other)
    }

    /// Reads only the lines with the given property names. Returns `nil` if there are no such lines.
    private static func contents(
        _ names: KeyValuePairs<PropertyMeaning, StaticString>, in lines: [String]
    ) -> CardContents? {
        func isCovered(_ line: String) -> Bool { names.contains { isNamed($0.value, line) } }
        let named = lines.filter(isCovered)
        guard !named.isEmpty else { return nil }
        // Nested cards and continuation lines can be parsed only as part of the whole card.
        let isWhole =
            lines.count { isNamed("BEGIN", $0) } == 1 && !named.contains { $0.utf8.last == UInt8(ascii: "=") }
        let enough = isWhole ? lines.filter { isNamed("BEGIN", $0) || isNamed("VERSION", $0) || isCovered($0) } : lines
        var reader = PersonReader(ParsedCard(UnfoldedCard(lines: enough)))
        for (meaning, _) in names { reader.readLines(meaning) }
        return reader.contents
    }

    /// Returns the values of the lines with the given name. Returns `nil` if the card must be parsed: if one of these
    /// lines has a group, parameters, or escapes, or if the card may contain another card.
    static func plainValues(of name: StaticString, in lines: [String]) -> [String]? {
        // Almost all cards have only plain lines, and comparing names is much faster than parsing.
        var values: [String] = []
        var beginnings = 0
        for line in lines {
            if isNamed("BEGIN", line) { beginnings += 1 }
            guard isNamed(name, line) else { continue }
            guard let value = plainValue(of: line, after: name.utf8CodeUnitCount) else { return nil }
            values.append(value)
        }
        return beginnings == 1 ? values : nil
    }

    private static func plainValue(of line: String, after length: Int) -> String? {
        let rest = line.utf8.dropFirst(length)
        guard rest.first == .colon, rest.last != UInt8(ascii: "=") else { return nil }
        let value = rest.dropFirst()
        // The scalars of `CardText`, whose UTF-8 begins with 0xEF, represent other bytes.
        let isPlain = value.allSatisfy { $0 != .backslash && $0 != .carriageReturn && $0 != 0 && $0 != 0xEF }
        return isPlain ? String(Substring(value)) : nil
    }

    /// Returns whether the property name of a line ends with the given uppercase name, ignoring case. A group or a
    /// prefix such as `X-` can precede it. Other names with the same ending also match, such as `FN` for `N`.
    static func isNamed(_ name: StaticString, _ line: String) -> Bool {
        let bytes = line.utf8Span.span
        var end = bytes.indices.first { bytes[$0] == .colon || bytes[$0] == .semicolon } ?? bytes.count
        while end > 0, bytes[end - 1].isBlank { end -= 1 }
        return name.withUTF8Buffer { letters in
            let start = end - letters.count
            return start >= 0 && letters.indices.allSatisfy { letters[$0] == bytes[start + $0].uppercased }
        }
    }
}

extension PersonReader {
    /// Returns the card with all values that were read.
    func card(lines: [String], at place: SourceLocation?) -> ContactCard {
        var card = ContactCard()
        card.person.card = lines
        detachPhotos(&card.person.card)
        card.version = parsed.version
        card.place = place
        card.warnings = contents.warnings
        card.uid = contents.uid.first
        card.photo = contents.photo.first
        card.categories = contents.categories.values
        card.notes = contents.notes.values
        card.planet = contents.planet.first
        card.relationUIDs = contents.relationUIDs.values.compactMap { RelationUID($0) }
        if contents.isGroup {
            let name = contents.formattedName.first ?? contents.name?.display ?? ""
            card.group = CardGroup(
                name: name, members: contents.members.values, summary: contents.summary.first ?? "")
        } else {
            fill(&card.person)
        }
        return card
    }

    /// Removes the bytes of the photo, which are stored separately, and the lines of photos that are too large.
    private func detachPhotos(_ lines: inout [String]) {
        guard lines.count == parsed.card.entries.count else { return }
        var changes = contents.largePhotos.map { (parsed.lines[$0].entries, [String]()) }
        // The photo of a group is not stored separately.
        if let photo = contents.photo.items.first, !contents.isGroup {
            let line = parsed.lines[photo.line]
            let value = parsed.bytes(of: line)
            let payload = DataURI.base64(of: value) ?? value
            let start = parsed.card.entries[line.entries.lowerBound].range.lowerBound
            let head = parsed.card.bytes[start..<payload.startIndex]
            if let kept = DetachedPhotoLine.kept(head, payload: payload, photo: photo.value) {
                changes.append((line.entries, [kept]))
            }
        }
        for (entries, replacement) in changes.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
            lines.replaceSubrange(entries, with: replacement)
        }
    }

    private func fill(_ person: inout Person) {
        let units = contents.organization.first ?? []
        person.organization = units.first ?? ""
        person.department = units.dropFirst().joined(separator: "; ")
        for (field, text) in contents.plain { person[keyPath: field.path] = text.first ?? "" }
        person.birthday = contents.birthday.first
        person.anniversary = contents.anniversary.first
        person.gender = contents.gender.first ?? contents.grammaticalGender.first
        person.emails = contents.emails.values
        person.phones = contents.phones.values
        person.addresses = contents.addresses.values
        person.urls = contents.urls.values
        person.messengers = contents.messengers.values
        person.profiles = contents.profiles.values
        person.languages = contents.languages.values
        person.positions = contents.positions.values
        person.relations = contents.relations.values
        person.customFields = contents.customFields.values
        fillName(&person)
        if let formatted = contents.formattedName.first, !FormattedName.isRedundant(formatted, of: person) {
            person.formattedName = formatted
        }
    }

    /// Reads a photo from base64 or a data URI. If the value is the URL of a picture, it becomes an online profile
    /// instead.
    mutating func readPhoto(_ line: ContentLine, _ number: Int) throws(UndecodableValue) {
        let raw = parsed.bytes(of: line)
        guard let payload = DataURI.base64(of: raw) ?? (line.isBase64 ? raw : nil) else {
            let text = try text(line)
            if OnlineProfileLabel.isPicture(text) {
                contents.profiles.append(Labeled(OnlineProfileLabel.picture, text), line: number)
            }
            return
        }
        guard contents.photo.isEmpty else { return }
        if payload.starts(with: CardText.photoMark.utf8) { return }
        guard payload.count / 4 * 3 <= BlobID.maximumBytes + 2_000_000, let bytes = Base64.decoded(payload) else {
            if payload.count / 4 * 3 > BlobID.maximumBytes { return omit(line, number) }
            warn(line, "The photo is not valid base64. The card was imported without it.")
            return
        }
        if bytes.isEmpty { return }
        if bytes.count > BlobID.maximumBytes {
            omit(line, number)
        } else if let photo = try? Photo(bytes: bytes) {
            contents.photo.append(photo, line: number)
        } else {
            warn(line, "The photo is not a JPEG, PNG, GIF, WebP, or HEIF image. The card was imported without it.")
        }
    }

    private mutating func omit(_ line: ContentLine, _ number: Int) {
        contents.largePhotos.append(number)
        warn(line, "The photo is larger than 10 MB. The card was imported without it.")
    }
}

/// The time of a card’s last revision in UTC, to the second (property `REV`, RFC 6350 section 6.7.4).
public struct CardRevision: Hashable, Sendable {
    /// The date and optional time, such as `20260131T235959` or `20260131`.
    private let digits: String

    /// Creates a revision from the `REV` property of a card, or returns `nil` if it is missing, invalid, or not in UTC.
    public init?(of lines: [String]) {
        guard let text = ContactCard.revision(in: lines) else { return nil }
        self.init(text)
    }

    public init?(of moment: Timestamp) { self.init(moment.rawValue) }

    /// Creates a revision from text in basic or extended ISO 8601 format. A time without a zone is interpreted as UTC.
    init?(_ text: String) {
        let compact = text.trimmed.uppercased().filter { $0 != "-" && $0 != ":" }
        let parts = compact.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        guard let day = parts.first, Self.isNumber(day, of: 8) else { return nil }
        guard parts.count == 2 else {
            digits = String(day)
            return
        }
        let time = (parts[1].hasSuffix("Z") ? parts[1].dropLast() : parts[1]).prefix { $0 != "." }
        guard Self.isNumber(time, of: 6), !text.contains("+") else { return nil }
        digits = "\(day)T\(time)"
    }

    private static func isNumber(_ text: Substring, of count: Int) -> Bool {
        text.utf8.count == count && text.utf8.allSatisfy(\.isASCIIDigit)
    }

    /// Returns whether this revision is earlier than another. A revision without a time is neither earlier nor later
    /// than others on the same day.
    public func isBefore(_ other: CardRevision) -> Bool {
        let count = min(digits.count, other.digits.count)
        return digits.prefix(count) < other.digits.prefix(count)
    }
}
