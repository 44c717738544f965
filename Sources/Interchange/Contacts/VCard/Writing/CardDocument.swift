/// A card that is being changed: lines are replaced, removed and added, all others stay as they are.
struct CardDocument {
    let parsed: ParsedCard
    let writer: PropertyWriter
    private var replaced: [Int: [[UInt8]]] = [:]
    private var added: [Int: [[UInt8]]] = [:]
    private var addedLast: [[UInt8]] = []
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

    /// Adds a property behind a line, or before END.
    mutating func add(_ properties: [CardProperty], after line: Int? = nil) {
        let lines = properties.flatMap(writer.lines)
        if let line { added[line, default: []] += lines } else { addedLast += lines }
        isChanged = true
    }

    mutating func makeGroup() -> String {
        defer { nextGroup += 1 }
        return "item\(nextGroup)"
    }

    // MARK: - Result

    /// All lines, in order.
    var lines: [[UInt8]] {
        var result: [[UInt8]] = []
        var entry = 0
        for (number, line) in parsed.lines.enumerated() {
            while entry < line.entries.lowerBound {
                result.append(bytes(of: entry))
                entry += 1
            }
            if number == parsed.lines.count - 1, line.name == "END" { Self.append(addedLast, to: &result) }
            if let lines = replaced[number] {
                Self.append(lines, to: &result)
                if let inner = parsed.inner.first(where: { $0.owner == number }) { entry = inner.entries.upperBound }
            } else {
                result += line.entries.map(bytes)
            }
            entry = max(entry, line.entries.upperBound)
            if let lines = added[number] { Self.append(lines, to: &result) }
        }
        result += (entry..<parsed.card.entries.count).map(bytes)
        if parsed.lines.last?.name != "END" { Self.append(addedLast, to: &result) }
        return result
    }

    /// A line of quoted-printable that never ended must not swallow what is put behind it.
    private static func append(_ lines: [[UInt8]], to result: inout [[UInt8]]) {
        if !lines.isEmpty, let last = result.last, QuotedPrintable.isOpen(last[...]) { result.append([]) }
        result += lines
    }

    private func bytes(of entry: Int) -> [UInt8] {
        Array(parsed.card.bytes[parsed.card.entries[entry].range])
    }
}
