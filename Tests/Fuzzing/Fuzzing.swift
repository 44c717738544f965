import Glibc
import Interchange
import Model
import Text

/// What libFuzzer calls with bytes of its own making; a law that does not hold ends the program.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    switch getenv("FUZZ_PARSER").map({ String(cString: $0) }) {
    case "csv": fuzzCSV(bytes)
    case "json": fuzzJSON(bytes)
    case "kept": fuzzKeptLines(bytes)
    default: fuzzCards(bytes)
    }
    return 0
}

private func require(_ holds: Bool, _ law: StaticString) {
    guard !holds else { return }
    let text = "law: \(law)\n"
    _ = write(STDERR_FILENO, text, text.utf8.count)
    abort()
}

// MARK: - Cards

/// However the bytes arrive, the same is read; what is read comes back; what is written is read as it was written.
private func fuzzCards(_ bytes: [UInt8]) {
    let chunk = Int(bytes.first ?? 0) % 13 + 1
    let items = read(bytes, chunk: 65_536)
    require(items == read(bytes, chunk: chunk), "the same is read, however the bytes arrive")
    for case .card(let card) in items ?? [] { checkWriting(card) }
}

/// Any lines at all, as a store that somebody else wrote into may hold them.
private func fuzzKeptLines(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { CardText.text(of: $0) }
    for (line, part) in zip(lines, bytes.split(separator: 0x0A, omittingEmptySubsequences: false)) {
        require(CardText.bytes(of: line) == Array(part), "text and bytes correspond")
    }
    var card = ContactCard(lines: lines)
    card.person.jobTitle = "changed"
    card.person.phones = card.person.phones.reversed()
    card.notes.append(String(decoding: bytes.prefix(100), as: UTF8.self))
    for format in [CardFormat.asItCame(otherwise: .v40), .vCard(.v21), .vCard(.v30), .vCard(.v40), .jCard] {
        _ = written(card, format)
    }
}

private func checkWriting(_ card: ContactCard) {
    let own = written(card, .asItCame(otherwise: .v40))
    guard let again = onlyCard(own) else { return require(false, "a card comes back as one card") }
    require(again.person.card == card.person.card, "every line comes back")
    for format in [CardFormat.vCard(.v21), .vCard(.v30), .vCard(.v40), .jCard] {
        guard let other = onlyCard(written(card, format)) else { return require(false, "a version is one card") }
        require(onlyCard(written(other, format)) != nil, "a version is one card again")
    }
}

private func read(_ bytes: [UInt8], chunk: Int) -> [CardItem]? {
    var reader = CardReader(file: "fuzz")
    var items: [CardItem] = []
    do {
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            reader.feed(bytes[start..<min(start + chunk, bytes.count)])
            while let item = try reader.next() { items.append(item) }
        }
        reader.finish()
        while let item = try reader.next() { items.append(item) }
        return items
    } catch {
        return nil
    }
}

private func onlyCard(_ bytes: [UInt8]) -> ContactCard? {
    guard let items = read(bytes, chunk: 65_536), items.count == 1, case .card(let card) = items[0] else { return nil }
    return card
}

private func written(_ card: ContactCard, _ format: CardFormat) -> [UInt8] {
    var writer = CardWriter(format)
    _ = writer.write(card)
    writer.finish()
    return writer.drain()
}

// MARK: - Tables and texts

private func fuzzCSV(_ bytes: [UInt8]) {
    for separator in [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09] {
        _ = try? CSVReader.records(of: bytes, separator: separator)
    }
}

private func fuzzJSON(_ bytes: [UInt8]) {
    guard let value = try? JSONReader.value(of: bytes) else { return }
    let once = written(value)
    require((try? JSONReader.value(of: once)).map(written) == once, "what is written is read and written as it was")
}

private func written(_ value: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.value(value)
    return writer.drain()
}
