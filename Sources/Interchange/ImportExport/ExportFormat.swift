public enum ExportFormat: String, Sendable, CaseIterable {
    /// A vCard file. Each card keeps its original version; new cards have version 4.0.
    case vcard
    case vcard21 = "vcard-2.1"
    case vcard30 = "vcard-3.0"
    case vcard40 = "vcard-4.0"
    case jcard
    case jscontact
    case ldif
    /// Address books of mail programs, with the names and email addresses only.
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
