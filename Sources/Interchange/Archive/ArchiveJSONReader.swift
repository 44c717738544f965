import Model
import Text

/// Reads what ``ArchiveJSONWriter`` writes, in either form, as its bytes come: `feed`, then `next` until it gives nil, and so
/// on; after `finish` nil is the end. A key that is unknown or there twice is an error: nothing is lost in silence.
public struct ArchiveJSONReader: Sendable {
    private let file: String
    private var elements = JSONElements()
    private var isRecognised = false
    private var isFinished = false

    /// - Parameter file: As its owner knows it.
    public init(file: String) { self.file = file }

    public mutating func feed(_ chunk: some Collection<UInt8>) { elements.feed(chunk) }

    /// There are no more bytes.
    public mutating func finish() {
        isFinished = true
        elements.finish()
    }

    /// The next thing, or nil: before `finish` if more bytes are needed, after it at the end.
    public mutating func next() throws(ArchiveProblem) -> ArchiveItem? {
        while let element = try element() {
            if isRecognised { return try item(element) }
            guard element.key == "almanac", let version = element.value.integer else {
                throw .unreadable(file: file, line: element.line, reason: "This is not Almanac's own JSON.")
            }
            guard version <= ArchiveJSONWriter.version else { throw .newer(file: file, version: version) }
            isRecognised = true
        }
        if isFinished, !isRecognised {
            throw .unreadable(file: file, line: 1, reason: "This is not Almanac's own JSON.")
        }
        return nil
    }

    private mutating func element() throws(ArchiveProblem) -> JSONElements.Element? {
        do throws(JSONError) {
            return try elements.next()
        } catch {
            throw .unreadable(
                file: file, line: error.line, reason: "Column \(error.column): \(error.problem.sentence).")
        }
    }

    private func item(_ element: JSONElements.Element) throws(ArchiveProblem) -> ArchiveItem {
        do throws(ArchiveCodec.Problem) {
            return try ArchiveCodec.item(element.key, element.value)
        } catch {
            throw .unreadable(file: file, line: element.line, reason: error.sentence)
        }
    }
}
