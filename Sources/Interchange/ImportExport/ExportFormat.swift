/// The formats that contacts are given out in.
public enum ExportFormat: String, Sendable, CaseIterable {
    /// Each card in the version it came in; persons without a card as 4.0.
    case vcard
    case vcard21 = "vcard-2.1"
    case vcard30 = "vcard-3.0"
    case vcard40 = "vcard-4.0"
    case jcard
    case csv
    /// All of the store, in our own form, as one text or in lines.
    case json, ndjson

    /// The form of all of a store; nil where only contacts are meant.
    public var archive: ArchiveJSONWriter.Form? {
        switch self {
        case .json: .document
        case .ndjson: .lines
        case .vcard, .vcard21, .vcard30, .vcard40, .jcard, .csv: nil
        }
    }

    /// How the name of a file ends that holds it.
    public var fileEnding: String {
        switch self {
        case .vcard, .vcard21, .vcard30, .vcard40: "vcf"
        case .jcard: "jcard"
        case .csv: "csv"
        case .json: "json"
        case .ndjson: "ndjson"
        }
    }

    /// For what needs to be told no columns.
    public var writer: any ContactEncoder { writer(of: ContactCSVLayout()) }

    /// - Parameter layout: The columns of a table, with every card that is going to be written.
    public func writer(of layout: ContactCSVLayout) -> any ContactEncoder {
        switch self {
        case .vcard: CardWriter(.asItCame(otherwise: .v40))
        case .vcard21: CardWriter(.vCard(.v21))
        case .vcard30: CardWriter(.vCard(.v30))
        case .vcard40: CardWriter(.vCard(.v40))
        case .jcard, .json, .ndjson: CardWriter(.jCard)
        case .csv: ContactCSVWriter(layout)
        }
    }
}
