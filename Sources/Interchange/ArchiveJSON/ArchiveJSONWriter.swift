import Model
import Text

/// Writes all that a store holds as JSON: `write`, `drain` as often as you like, `finish`, `drain`.
///
/// A document is one object with a list for each kind of thing; lines are an object each, with the thing under its name.
/// Both end with how many there are, so that one that was cut off is known. The README describes them.
public struct ArchiveJSONWriter: Sendable {
    public enum Form: Hashable, Sendable { case document, lines }

    /// Grows when a reader of this form could no longer understand it.
    static let version = 2
    /// From this one on there is an end.
    static let versionWithEnd = 2

    private let form: Form
    private var json: JSONWriter
    /// The list that is open in a document.
    private var list: String?
    private var photos: Set<BlobID> = []
    private var count = 0

    public init(_ form: Form) {
        self.form = form
        json = JSONWriter()
        json.beginObject()
        json.member("almanac", .integer(Self.version))
        if form == .lines { endLine() }
    }

    /// - Parameter item: Those of one kind one after the other.
    public mutating func write(_ item: ArchiveItem) {
        if case .photo(let id, _) = item, !photos.insert(id).inserted { return }
        count += 1
        let (name, value) = ArchiveCodec.json(of: item)
        switch form {
        case .lines:
            json.beginObject()
            json.member(name, value)
            endLine()
        case .document:
            if list != name {
                endList()
                json.key(name + "s")
                json.beginArray()
                list = name
            }
            json.value(value)
        }
    }

    /// Nothing more will come.
    public mutating func finish() {
        if form == .lines { json.beginObject() }
        endList()
        json.member("end", .integer(count))
        endLine()
    }

    /// Hands over what has been written so far.
    public mutating func drain() -> [UInt8] { json.drain() }

    private mutating func endLine() {
        json.endObject()
        json.endLine()
    }

    private mutating func endList() {
        if list != nil { json.endArray() }
        list = nil
    }
}
