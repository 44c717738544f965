import Model

/// A data source that exports contacts as cards, with their related records.
///
///     var last: Person.ID?
///     repeat {
///         let page = try await store.exports.cards(of: .all, after: last, limit: 100, withPhotos: false)
///         last = page.last
///     } while last != nil
public protocol ExportDataSource: Sendable {
    /// Returns the next page of contacts with their notes, groups, and, if requested, photos. Large photos reduce the
    /// number of contacts on a page.
    func cards(
        of selection: ExportSelection, after: Person.ID?, limit: Int, withPhotos: Bool
    ) async throws -> ExportPage
    /// Returns the groups of the selected contacts as cards.
    func groups(of selection: ExportSelection) async throws -> [ContactCard]
    func groups(_ ids: [Group.ID]) async throws -> [ContactCard]
    /// Returns the groups that were imported from cards.
    func importedGroups() async throws -> [ContactCard]
    /// Stores exported cards, so that newer versions of them can be recognized when they are imported.
    func keep(_ cards: [ExportedCard]) async throws
}

/// An exported card of a person.
public struct ExportedCard: Hashable, Sendable {
    public let person: Person.ID
    public let version: FormerCard

    /// - Parameter lines: The unfolded lines of the card.
    public init(person: Person.ID, lines: [[UInt8]], photo: BlobID?) {
        self.person = person
        version = FormerCard(card: VCard(withoutPhoto: lines), photo: photo)
    }
}

/// A former version of a person’s card.
public struct FormerCard: Hashable, Sendable {
    /// The card without its photo.
    public let card: VCard
    /// The photo of the exported card, if any.
    public let photo: BlobID?

    public init(card: VCard, photo: BlobID?) {
        self.card = card
        self.photo = photo
    }
}

public enum ExportSelection: Hashable, Sendable {
    case all
    case persons([Person.ID])
}

public struct ExportPage: Sendable {
    public var cards: [ContactCard] = []
    /// The person of each card, in the order of ``cards``.
    public var persons: [Person.ID] = []
    public var losses: [CardLoss] = []
    /// The last person on the page, or `nil` if no page follows.
    public var last: Person.ID?

    public init() {}
}

public enum ExportFormat: String, Sendable, CaseIterable {
    /// A vCard file. Each card keeps its original version; new cards have version 4.0.
    case vcard
    case vcard21 = "vcard-2.1"
    case vcard30 = "vcard-3.0"
    case vcard40 = "vcard-4.0"
    case jcard
    case jscontact
    case ldif
    /// Address books of terminal mail programs. Only abook stores more than names and email addresses.
    case mutt, aerc, abook
    case csv
    /// CSV without apostrophes before cells that look like formulas.
    case csvRaw = "csv-raw"
    /// A full export (JSON), as a document or with one object per line.
    case json, ndjson

    /// The form of a full export, or `nil` for contact formats.
    public var archive: ArchiveJSONWriter.Form? {
        switch self {
        case .json: .document
        case .ndjson: .lines
        case .vcard, .vcard21, .vcard30, .vcard40, .jcard, .jscontact, .ldif, .mutt, .aerc, .abook, .csv, .csvRaw: nil
        }
    }

    /// Creates the format that the extension of a file name indicates, such as `vcard` for `.vcf`, or returns `nil` if
    /// the extension does not indicate a format.
    public init?(ofFile path: String) {
        let name = path.lowercased()
        guard
            let format = Self.withOwnEndings.first(where: { $0.fileEndings.contains { name.hasSuffix(".\($0)") } })
        else { return nil }
        self = format
    }

    /// Creates the format with the given name or file name extension, such as `vcf`, or returns `nil` for other text.
    public init?(named name: String) {
        guard let format = Self(rawValue: name) ?? Self.withOwnEndings.first(where: { $0.fileEndings.contains(name) })
        else { return nil }
        self = format
    }

    /// The formats that are recognized by file name extension.
    private static let withOwnEndings: [ExportFormat] = [.vcard, .csv, .ldif, .jcard, .jscontact, .json, .ndjson]

    public var isCSV: Bool { self == .csv || self == .csvRaw }

    /// Whether contacts can be exported to a folder, with one file per contact.
    public var hasFilePerContact: Bool {
        switch self {
        case .vcard, .vcard21, .vcard30, .vcard40, .jcard, .jscontact, .ldif, .json, .ndjson: true
        case .csv, .csvRaw, .mutt, .aerc, .abook: false
        }
    }

    /// Whether groups can be exported as cards with their members.
    public var hasGroupCards: Bool { hasFilePerContact }

    /// The file name extensions of this format.
    var fileEndings: [String] {
        switch self {
        case .vcard, .vcard21, .vcard30, .vcard40: [fileEnding, "vcard"]
        case .jcard: [fileEnding, "jcf"]
        case .ldif: [fileEnding, "ldi"]
        case .csv, .csvRaw, .mutt, .aerc, .abook, .jscontact, .json, .ndjson: [fileEnding]
        }
    }

    /// The extension of files that are written in this format.
    public var fileEnding: String {
        switch self {
        case .vcard, .vcard21, .vcard30, .vcard40: "vcf"
        case .csv, .csvRaw: "csv"
        case .mutt, .aerc, .abook: "txt"
        case .jcard, .jscontact, .ldif, .json, .ndjson: rawValue
        }
    }

    public var writer: any ContactEncoder { writer(of: ContactCSVLayout()) }

    public func writer(of layout: ContactCSVLayout) -> any ContactEncoder {
        switch self {
        case .vcard: CardWriter(.asItCame(otherwise: .v40))
        case .vcard21: CardWriter(.vCard(.v21))
        case .vcard30: CardWriter(.vCard(.v30))
        case .vcard40: CardWriter(.vCard(.v40))
        case .jcard, .json, .ndjson: CardWriter(.jCard)
        case .jscontact: CardWriter(.jsContact)
        case .ldif: LDIFWriter()
        case .mutt: AliasWriter(.mutt)
        case .aerc: AliasWriter(.aerc)
        case .abook: AliasWriter(.abook)
        case .csv: ContactCSVWriter(layout)
        case .csvRaw: ContactCSVWriter(layout, isGuarded: false)
        }
    }
}
