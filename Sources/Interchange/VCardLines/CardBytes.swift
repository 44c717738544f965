import Text

/// The unfolded lines of a card in one array of bytes. A line feed follows each line.
struct CardBytes {
    struct Entry {
        var range: Range<Int>
        var line: Int
    }

    private(set) var bytes: [UInt8] = []
    private(set) var entries: [Entry] = []

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
        self = CardBytes()
        bytes.reserveCapacity(oldBytes + oldBytes / 4)
        entries.reserveCapacity(oldEntries + oldEntries / 4)
    }

    mutating func begin(_ content: ArraySlice<UInt8>, line: Int) {
        let start = bytes.count
        bytes.append(contentsOf: content)
        close(from: start, line: line)
    }

    /// Appends a continuation to the last line.
    mutating func fold(_ content: ArraySlice<UInt8>) {
        guard let entry = entries.popLast() else { return }
        bytes.removeLast()
        bytes.append(contentsOf: content)
        close(from: entry.range.lowerBound, line: entry.line)
    }

    private mutating func close(from start: Int, line: Int) {
        entries.append(Entry(range: start..<bytes.count, line: line))
        bytes.append(.lineFeed)
    }
}
