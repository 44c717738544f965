import Localization
import Model

/// What one row of a catalogue says of one body, in the words of the language: a cell that is empty says nothing.
public struct CatalogEntry: Hashable, Sendable {
    public let place: SourceLocation
    /// The row that says it.
    public let text: SourceText
    public let name: String
    public var aliases: [String] = []
    /// What is said of the fields that are not spoken of below.
    public var words: [FieldAssignment] = []
    /// What is said of a body only if it is not here yet.
    public var wordsOfNew: [FieldAssignment] = []
    /// The marks that the row decides upon, and those of them that it sets.
    public var judged: Estimates = []
    public var marks: Estimates = []
    /// The columns of figures that are only limits, which no mark here could say, and that were left out.
    public var limits: [String] = []
    /// Where values come from, by the keys of their fields.
    public var citations: [Labeled<String>] = []
    /// The catalogues that the row is from: `oec`, `nea`.
    public var sources: [String] = []
    /// Whether the figures here may be those of the row in fewer digits, since ours were rounded when they were compiled.
    public var mayBeRounded = false

    init(_ row: CatalogRow, name: String) {
        place = row.place
        text = row.source
        self.name = name
    }
}

/// What a catalogue consists of.
public enum CatalogItem: Hashable, Sendable {
    case entry(CatalogEntry)
    /// - Parameter of: Which body it is about, as far as that can be read.
    case rejected(RejectedItem, of: String? = nil)
    /// A row that is no body's own: one of several solutions for a planet, and not the default one.
    case passed
    /// Something about the file.
    case remark(Message, SourceLocation)
}
