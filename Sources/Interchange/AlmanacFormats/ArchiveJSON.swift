import Localization
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

    /// Writes an item. Items of the same kind must be written consecutively. A photo that was already written is
    /// skipped.
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

/// An item of a full export, with the number of the line on which it starts. Lines are numbered from 1.
public struct ArchiveLine: Hashable, Sendable {
    public let number: Int
    public let item: ArchiveItem
}

/// A reader of full exports in both forms: as one JSON document, or with one JSON object per line. Unknown and repeated
/// keys are errors.
public struct ArchiveJSONReader: ItemReader {
    private let file: String
    private var elements = JSONElementSplitter()
    /// The format version, or `nil` until the header has been read.
    private var version: Int?
    private var isFinished = false
    private var isEnded = false
    private var count = 0
    private var line = 1

    public init(file: String) { self.file = file }

    public mutating func feed(_ chunk: some Collection<UInt8>) { elements.feed(chunk) }

    public mutating func finish() {
        isFinished = true
        elements.finish()
    }

    public mutating func next() throws(ArchiveProblem) -> ArchiveLine? {
        while let element = try element() {
            line = element.line
            if isEnded { throw unreadable("Unexpected data after the end marker.") }
            guard version != nil else {
                try readHeader(element)
                continue
            }
            guard element.key != "end" else {
                guard element.value.integer == count else {
                    throw unreadable(
                        Message(
                            count, one: "The end marker does not match: the file has 1 item.",
                            other: "The end marker does not match: the file has \(count) items."))
                }
                isEnded = true
                continue
            }
            count += 1
            return ArchiveLine(number: line, item: try item(element))
        }
        guard isFinished else { return nil }
        guard let version else { throw unreadable("This is not a full export from Almanac.") }
        if version >= ArchiveJSONWriter.versionWithEnd, !isEnded {
            throw unreadable("The file is truncated after this line: the end marker is missing.")
        }
        return nil
    }

    private mutating func readHeader(_ element: JSONElementSplitter.Element) throws(ArchiveProblem) {
        guard element.key == "almanac", let version = element.value.integer else {
            throw unreadable("This is not a full export from Almanac.")
        }
        guard version <= ArchiveJSONWriter.version else { throw .newer(file: file, version: version) }
        self.version = version
    }

    private func unreadable(_ reason: Message) -> ArchiveProblem {
        .unreadable(file: file, line: line, reason: reason)
    }

    private mutating func element() throws(ArchiveProblem) -> JSONElementSplitter.Element? {
        do throws(JSONError) {
            return try elements.next()
        } catch {
            throw .unreadable(
                file: file, line: error.line, reason: "Column \(String(error.column)): \(error.problem.sentence).")
        }
    }

    private func item(_ element: JSONElementSplitter.Element) throws(ArchiveProblem) -> ArchiveItem {
        do throws(ArchiveCodec.Problem) {
            return try ArchiveCodec.item(element.key, element.value)
        } catch {
            throw unreadable(error.sentence)
        }
    }
}
