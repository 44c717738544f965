import Model
import Text

/// A writer of full exports (JSON).
///
/// A document is one object with a list for each kind of item. The line format has one object per item. Both end with
/// the number of items, so that readers can detect truncated files.
public struct ArchiveJSONWriter: Sendable {
    public enum Form: Hashable, Sendable { case document, lines }

    /// The format version. It increases only for changes that older readers cannot read.
    static let version = 2
    /// The first version with an end marker.
    static let versionWithEnd = 2

    private let form: Form
    private var json: JSONWriter
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

    /// Writes an item. Items of the same kind must be written consecutively.
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

    public mutating func finish() {
        if form == .lines { json.beginObject() }
        endList()
        json.member("end", .integer(count))
        endLine()
    }

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
