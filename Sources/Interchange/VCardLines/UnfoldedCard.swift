import Text

/// The unfolded lines of a card in one array of bytes. A line feed follows each line.
struct UnfoldedCard {
    struct Entry {
        var range: Range<Int>
        var line: Int
    }

    private(set) var bytes: [UInt8] = []
    private(set) var entries: [Entry] = []
    /// The indices of the entries with line breaks that are not encoded.
    private(set) var brokenEntries: [Int] = []

    init() {}

    init(lines: [String]) {
        entries.reserveCapacity(lines.count)
        for (number, line) in lines.enumerated() {
            let start = bytes.count
            CardText.append(line, to: &bytes)
            close(from: start, line: number + 1)
        }
    }

    init(slices: [ArraySlice<UInt8>]) {
        for slice in slices { begin(slice, line: entries.count + 1) }
    }

    var lines: [String] { entries.map { CardText.text(of: bytes[$0.range]) } }

    /// Removes all lines and reserves space for a card of similar size.
    mutating func renew() {
        let (oldBytes, oldEntries) = (min(bytes.count, 1 << 20), entries.count)
        self = UnfoldedCard()
        bytes.reserveCapacity(oldBytes + oldBytes / 4)
        entries.reserveCapacity(oldEntries + oldEntries / 4)
    }

    mutating func begin(_ content: ArraySlice<UInt8>, line: Int) {
        let start = bytes.count
        bytes.append(contentsOf: content)
        close(from: start, line: line)
    }

    /// Returns whether content continues the last line: whether it begins with a blank (RFC 6350 section 3.2), and
    /// neither the last line nor the joined line is a delimiter line.
    func isContinued(by content: ArraySlice<UInt8>) -> Bool {
        guard content.first?.isBlank == true, let entry = entries.last else { return false }
        let line = bytes[entry.range]
        if CardDelimiter.isMark(line) { return false }
        return line.count > CardDelimiter.maximumLength || !CardDelimiter.isMark(line + content.dropFirst())
    }

    /// Appends a continuation to the last line, without the line break and the blank.
    mutating func unfold(_ content: ArraySlice<UInt8>) {
        guard let entry = entries.popLast() else { return }
        bytes.removeLast()
        bytes.append(contentsOf: content.dropFirst())
        close(from: entry.range.lowerBound, line: entry.line)
    }

    /// Appends a line to the last nonblank entry, with the line breaks between them.
    mutating func join(_ content: ArraySlice<UInt8>) {
        while entries.count > 1, let entry = entries.last, bytes[entry.range].allSatisfy(\.isBlank) {
            entries.removeLast()
        }
        guard let entry = entries.popLast() else { return }
        bytes.append(contentsOf: content)
        close(from: entry.range.lowerBound, line: entry.line)
        if brokenEntries.last != entries.count - 1 { brokenEntries.append(entries.count - 1) }
    }

    private mutating func close(from start: Int, line: Int) {
        entries.append(Entry(range: start..<bytes.count, line: line))
        bytes.append(.lineFeed)
    }
}
