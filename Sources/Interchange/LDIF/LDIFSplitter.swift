import Localization
import Text

/// A splitter that finds the records of an LDIF file (RFC 2849). It keeps only one record in memory.
struct LDIFSplitter: CardSplitter {
    private var bytes: [UInt8] = []
    private var position = 0
    /// The position up to which the current line is known to have no line end.
    private var searched = 0
    private var isFinished = false
    private var line = 0
    private var number = 0
    private var lines: [LDIFRecord.Line] = []
    private var size = 0
    private var rejection = RejectedText()

    mutating func feed(_ chunk: [UInt8]) {
        bytes.removeSubrange(..<position)
        searched = max(0, searched - position)
        position = 0
        bytes.append(contentsOf: chunk)
    }

    mutating func finish() { isFinished = true }

    mutating func next(file: String) -> CardItem? {
        while let text = nextLine() {
            line += 1
            guard text.isEmpty else {
                append(text)
                continue
            }
            if let item = endRecord(file) { return item }
        }
        return isFinished ? endRecord(file) : nil
    }

    /// Returns the next line without its line end, or `nil` if more bytes are needed.
    private mutating func nextLine() -> ArraySlice<UInt8>? {
        guard position < bytes.count else { return nil }
        let rest = bytes[position...]
        guard let end = bytes[max(position, searched)...].firstIndex(of: .lineFeed) else {
            searched = bytes.count
            if rest.count > VCardSplitter.maximumCard {
                position = bytes.count
                return rest
            }
            guard isFinished else { return nil }
            position = bytes.count
            return rest.last == .carriageReturn ? rest.dropLast() : rest
        }
        position = end + 1
        let text = rest[..<end]
        return text.last == .carriageReturn ? text.dropLast() : text
    }

    private mutating func append(_ text: ArraySlice<UInt8>) {
        size += text.count + 1
        if size > VCardSplitter.maximumCard, rejection.isEmpty {
            let first = lines.first?.number ?? line
            rejection.begin(line: first, number: number + 1, reason: "The record is larger than 64 MB.")
            for line in lines { rejection.append(line.bytes[...] + [.lineFeed]) }
            lines = []
        }
        if rejection.isEmpty {
            lines.append(LDIFRecord.Line(bytes: Array(text), number: line))
        } else {
            rejection.append(text + [.lineFeed])
        }
    }

    private mutating func endRecord(_ file: String) -> CardItem? {
        defer { (lines, size) = ([], 0) }
        if let rejected = rejection.finish(file: file) {
            number += 1
            return .rejected(rejected)
        }
        guard let first = lines.first else { return nil }
        let text = SourceText(Array(lines.map(\.bytes).joined(separator: [.lineFeed])) + [.lineFeed])
        var place = SourceLocation(file: file, line: first.number, number: number + 1)
        do throws(LDIFProblem) {
            let record = try LDIFRecord(lines)
            guard !record.isEmpty else { return nil }
            number += 1
            var card = try LDIFCardReader.card(of: record)
            (card.place, card.text) = (place, text)
            return .card(card)
        } catch {
            number = place.number ?? number
            place.line = error.line ?? place.line
            return .rejected(RejectedItem(at: place, because: error.sentence, text))
        }
    }
}

/// A reason why a record cannot be imported.
struct LDIFProblem: Error {
    var line: Int?
    let sentence: Message
}
