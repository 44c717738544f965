import Localization
import Model
import Text

/// A card with all its lines, including those that Almanac does not interpret and the bytes of its photo.
public struct VCard: Hashable, Sendable {
    /// The unfolded lines from BEGIN to END.
    let lines: [[UInt8]]

    init(lines: [[UInt8]]) { self.lines = lines }

    /// Reads text that consists of exactly one card.
    public init(_ text: [UInt8]) throws(VCardProblem) {
        var decoder = IncrementalTextDecoder()
        var splitter = VCardSplitter(file: "")
        splitter.feed(decoder.decode(text))
        splitter.feed(decoder.finish())
        splitter.finish()
        var card: UnfoldedCard?
        while let item = try Self.next(&splitter) {
            switch item {
            case .card(let other, _):
                guard card == nil else { throw .severalCards }
                card = other
            // The text may be incomplete because it is still being written.
            case .unfinishedCard: throw .malformed(reason: "The text ends within the card.")
            case .rejected(let rejected): throw .malformed(reason: rejected.reason)
            }
        }
        guard let card else { throw .noCard }
        lines = card.entries.map { Array(card.bytes[$0.range]) }
    }

    /// Creates the card of a contact or a group. Original lines that match its values are unchanged, but vCard 2.1 is
    /// converted to 3.0, other encodings to UTF-8, and line breaks that are not encoded to escapes.
    ///
    /// - Parameter version: The version of a card without original lines.
    public init(_ card: ContactCard, otherwise version: CardVersion) {
        // Address books accept only such cards (RFC 6352 section 5.1).
        let rendering = CardRendering(card, in: nil, otherwise: version)
        if rendering.version == .v21 {
            lines = CardRendering(card, in: .v30, otherwise: version).lines
        } else if rendering.lines.allSatisfy({ !$0.contains(.lineFeed) && (try? UTF8Span(validating: $0.span)) != nil })
        {
            lines = rendering.lines
        } else {
            var conversion = CardConversion(rendering.lines, to: rendering.version)
            lines = conversion.lines()
        }
    }

    /// Creates the card of a contact or a group in the given version.
    /// - Returns: The card, and the names of the properties that the version cannot represent.
    public static func converted(_ card: ContactCard, to version: CardVersion) -> (card: VCard, lost: Set<String>) {
        let rendering = CardRendering(card, in: version, otherwise: version)
        return (VCard(lines: rendering.lines), rendering.lostProperties)
    }

    /// Creates the card of a person from `Person.card`, without a photo that is stored separately.
    public init(keptBy person: Person) {
        lines = DetachedPhotoLine.restored(person.card, photo: nil).lines.map { CardText.bytes(of: $0) }
    }

    private static func next(_ splitter: inout VCardSplitter) throws(VCardProblem) -> VCardSplitter.Item? {
        do { return try splitter.next() } catch { throw .noCard }
    }

    /// The card in UTF-8, with folded lines.
    public var text: [UInt8] {
        var folder = LineFolder(parsed.version)
        var bytes: [UInt8] = []
        for line in lines { folder.append(line, to: &bytes) }
        return bytes
    }

    /// The card as a contact or a group, with its photo.
    public var contents: ContactCard {
        var heads = LineHeadCache(isKept: false)
        return PersonReader.card(of: UnfoldedCard(slices: lines.map { $0[...] }), at: nil, &heads)
    }

    /// Whether the card is a group. Only a card that may be a group is parsed.
    public var isGroup: Bool {
        lines.contains { PersonReader.mayStateGroup($0.prefix { $0 != .colon }) } && contents.group != nil
    }

    /// Whether the card has a known property, or consists only of properties.
    public var hasProperties: Bool { parsed.hasProperties }

    /// The name of the contact or group.
    public var title: String {
        let contents = contents
        return contents.group?.name ?? contents.person.title
    }

    public var version: CardVersion { parsed.version }

    /// A hash of all lines except `REV`. Any change to these lines changes the hash.
    public var contentHash: UInt64 {
        var hash = FNV1a()
        for line in lines where !line[...].beginsASCII("REV:") {
            hash.combine(line)
            hash.combine(.lineFeed)
        }
        return hash.value
    }

    /// The UID without `urn:uuid:`.
    public var uid: String? {
        // Converts only these lines, unless cards are nested: others may be long, and the UID is needed for every card.
        let relevant = lines.filter { line in
            let head = line.prefix { $0 != .colon }
            return head.containsASCII("UID") || head.beginsASCII("VERSION") || head.beginsASCII("BEGIN")
        }
        let isNested = relevant.count { CardDelimiter.isBegin($0[...]) } > 1
        return ContactCard.uid(in: (isNested ? lines : relevant).map { CardText.text(of: $0) })
    }

    /// The card with joined texts. An earlier version kept a text as separate lines if its line breaks were not
    /// encoded.
    public var withWholeTexts: VCard {
        guard parsed.mayHaveBrokenText, let joined = try? VCard(text), joined.lines.count < lines.count else {
            return self
        }
        return joined
    }

    var parsed: ParsedCard { ParsedCard(UnfoldedCard(slices: lines.map { $0[...] })) }

    func converted(to version: CardVersion) -> VCard {
        guard self.version != version else { return self }
        var conversion = CardConversion(lines, to: version)
        return VCard(lines: conversion.lines())
    }
}

/// A reason why text is not a card.
public enum VCardProblem: Error, Hashable {
    case noCard
    case severalCards
    case malformed(reason: Message)

    public static let withoutProperties = VCardProblem.malformed(reason: ParsedCard.problemWithoutProperties)
}

extension VCard {
    /// Returns the card with the properties that address books require: VERSION, FN, UID, and, before vCard 4.0, N (RFC
    /// 2426 section 3, RFC 6352 section 5.1). Properties that are also missing from the card in the address book are
    /// not added.
    ///
    /// - Parameters:
    ///   - uid: The UID to add if the card has none.
    ///   - base: The card in the address book, or `nil` for a new card.
    public func completed(uid: String?, base: VCard?) -> VCard {
        // An unchanged contact must not be sent only because required properties are added.
        let missing = missingProperties
        guard !missing.isEmpty else { return self }
        let added = missing.subtracting(base?.missingProperties ?? [])
        let conversion = CardConversion(lines, to: version, uid: uid)
        let properties = (conversion.required() + conversion.missingUID()).filter { added.contains($0.name) }
        var card = replacing([], with: properties.flatMap(conversion.writer.lines))
        if added.contains(Self.versionName), let begin = lines.first {
            let version = Array("\(Self.versionName):\(version.rawValue)".utf8)
            card = VCard(lines: [begin, version] + card.lines.dropFirst())
        }
        return card
    }

    private static let versionName = "VERSION"

    /// The names of the required properties that are missing.
    private var missingProperties: Set<String> {
        let present = Set(lines.map { String(uppercasing: $0[...].propertyName) })
        let required = [Self.versionName, "FN", "UID"] + (version == .v40 ? [] : ["N"])
        return Set(required).subtracting(present)
    }
}
