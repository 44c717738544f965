/// A card that is being changed: lines are replaced, removed and added, all others stay as they are.
struct CardDocument {
    let parsed: ParsedCard
    let writer: PropertyWriter
    private var replaced: [Int: [[UInt8]]] = [:]
    private var added: [Int: [[UInt8]]] = [:]
    private var nextGroup: Int
    private(set) var isChanged = false

    init(_ parsed: ParsedCard) {
        self.parsed = parsed
        writer = PropertyWriter(version: parsed.version)
        nextGroup = parsed.nextGroup
    }

    // MARK: - Changes

    mutating func remove(_ line: Int) { replace(line, with: []) }

    mutating func replace(_ line: Int, with properties: [CardProperty]) {
        replaced[line] = properties.flatMap(writer.lines)
        isChanged = true
    }

    /// Puts the very lines of one property in the place of another.
    mutating func replace(_ line: Int, withLine other: Int) {
        replaced[line] = parsed.lines[other].entries.map { Array(parsed.card.bytes[parsed.card.entries[$0].range]) }
        isChanged = true
    }

    /// Adds a property behind a line, or at the end.
    mutating func add(_ properties: [CardProperty], after line: Int? = nil) {
        added[line ?? lastLine, default: []] += properties.flatMap(writer.lines)
        isChanged = true
    }

    mutating func makeGroup() -> String {
        defer { nextGroup += 1 }
        return "item\(nextGroup)"
    }

    // MARK: - Result

    /// The last line before END.
    private var lastLine: Int {
        let last = parsed.lines.count - 1
        return parsed.lines.last?.name == "END" ? last - 1 : last
    }

    /// All lines, in order.
    var lines: [[UInt8]] {
        var result: [[UInt8]] = []
        var entry = 0
        for (number, line) in parsed.lines.enumerated() {
            while entry < line.entries.lowerBound {
                result.append(bytes(of: entry))
                entry += 1
            }
            if let lines = replaced[number] {
                result += lines
            } else {
                result += line.entries.map(bytes)
            }
            entry = line.entries.upperBound
            if replaced[number] != nil, let inner = parsed.inner.first(where: { $0.owner == number }) {
                entry = inner.entries.upperBound
            }
            if let lines = added[number] { result += lines }
        }
        return result + (entry..<parsed.card.entries.count).map(bytes)
    }

    private func bytes(of entry: Int) -> [UInt8] {
        Array(parsed.card.bytes[parsed.card.entries[entry].range])
    }
}
