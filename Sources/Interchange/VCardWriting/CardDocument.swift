/// A card being edited. Unchanged lines keep their exact bytes.
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

    mutating func remove(_ line: Int) { replace(line, with: []) }

    mutating func replace(_ line: Int, with properties: [CardProperty]) {
        replaced[line] = properties.flatMap(writer.lines)
        isChanged = true
    }

    /// Replaces a property with the original lines of another property.
    mutating func replace(_ line: Int, withLine other: Int) {
        replaced[line] = parsed.lines(of: parsed.lines[other])
        isChanged = true
    }

    /// Adds properties after a line, or before END if no line is given.
    mutating func add(_ properties: [CardProperty], after line: Int? = nil) {
        add(properties.flatMap(writer.lines), after: line)
    }

    /// Adds the original lines of a property that moves to another position.
    mutating func add(line other: Int, after line: Int?) {
        add(parsed.lines(of: parsed.lines[other]), after: line)
    }

    private mutating func add(_ lines: [[UInt8]], after line: Int?) {
        if let line { added[line, default: []] += lines } else { addedLast += lines }
        isChanged = true
    }

    /// Sets VERSION to the version that was assumed when the card was read.
    mutating func setVersion() {
        let property = CardProperty("VERSION", .text(parsed.version.rawValue))
        let said = parsed.lines.indices.filter { parsed.lines[$0].name == "VERSION" }
        if let first = said.first { replace(first, with: [property]) } else { add([property], after: 0) }
        for other in said.dropFirst() { remove(other) }
    }

    mutating func makeGroup() -> String {
        defer { nextGroup += 1 }
        return "item\(nextGroup)"
    }

    func isRemoved(_ line: Int) -> Bool { replaced[line]?.isEmpty == true }

    var lines: [[UInt8]] {
        var result = LineList()
        var entry = 0
        for (number, line) in parsed.lines.enumerated() {
            while entry < line.entries.lowerBound {
                result.append(bytes(of: entry))
                entry += 1
            }
            if number == parsed.lines.count - 1, line.name == "END" { result.insert(addedLast) }
            if let lines = replaced[number] {
                result.insert(lines)
                if let inner = parsed.inner.first(where: { $0.owner == number }) { entry = inner.entries.upperBound }
            } else {
                for entry in line.entries { result.append(bytes(of: entry)) }
            }
            entry = max(entry, line.entries.upperBound)
            guard let lines = added[number] else { continue }
            let inner = parsed.inner.first { $0.owner == number }?.entries.upperBound ?? entry
            while entry < inner {
                result.append(bytes(of: entry))
                entry += 1
            }
            result.insert(lines)
        }
        for entry in entry..<parsed.card.entries.count { result.append(bytes(of: entry)) }
        if parsed.lines.last?.name != "END" { result.insert(addedLast) }
        return result.lines
    }

    private func bytes(of entry: Int) -> [UInt8] {
        Array(parsed.card.bytes[parsed.card.entries[entry].range])
    }
}
