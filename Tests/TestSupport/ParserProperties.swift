import Interchange
import Model
import Text

/// Checks of properties that must hold for any input of a parser.
///
/// The tests and libFuzzer (`Tests/Fuzzing/fuzz`) run these checks.
public enum ParserProperties {
    public struct Violation: Error {
        public let property: String
    }

    /// Checks the properties of one parser.
    /// - Parameter parser: The name of the parser in `Tests/Fuzzing/fuzz`.
    public static func check(_ bytes: [UInt8], parser: String) throws {
        switch parser {
        case "catalog": try checkCatalog(bytes)
        case "csv": checkCSV(bytes)
        case "json": try checkJSON(bytes)
        case "kept": try checkKeptLines(bytes)
        case "ldif": try checkRecords(bytes)
        default: try checkCards(bytes)
        }
    }

    private static func require(_ holds: Bool, _ property: String) throws {
        guard holds else { throw Violation(property: property) }
    }

    // MARK: - Cards

    /// Checks that cards do not depend on the chunk size, are exported as imported, and convert to every version.
    private static func checkCards(_ bytes: [UInt8]) throws {
        let chunk = Int(bytes.first ?? 0) % 13 + 1
        let items = read(bytes, chunk: 65_536)
        try require(items == read(bytes, chunk: chunk), "the chunk size does not change the items")
        for case .card(let card) in items ?? [] { try checkWriting(card) }
    }

    /// Checks arbitrary card lines, such as lines that other programs store in the database.
    private static func checkKeptLines(_ bytes: [UInt8]) throws {
        let parts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let lines = parts.map { CardText.text(of: $0) }
        for (line, part) in zip(lines, parts) {
            try require(CardText.bytes(of: line) == Array(part), "text and bytes correspond")
        }
        var card = ContactCard(lines: lines)
        card.person.jobTitle = "changed"
        card.person.phones = card.person.phones.reversed()
        card.notes.append(String(decoding: bytes.prefix(100), as: UTF8.self))
        for format in [
            CardFormat.asItCame(otherwise: .v40), .vCard(.v21), .vCard(.v30), .vCard(.v40), .jCard, .jsContact,
        ] {
            _ = written(card, format)
        }
    }

    private static func checkWriting(_ card: ContactCard) throws {
        let own = onlyCard(written(card, .asItCame(otherwise: .v40)))
        try require(own != nil, "an exported card is one card")
        try require(own?.person.card == card.person.card, "export preserves every line")
        for format in [CardFormat.vCard(.v21), .vCard(.v30), .vCard(.v40), .jCard, .jsContact] {
            let other = onlyCard(written(card, format))
            try require(other != nil, "a converted card is one card")
            try require(other.map { onlyCard(written($0, format)) != nil } ?? true, "a card converts twice")
        }
    }

    /// Checks that records do not depend on the chunk size and are written as one record each.
    private static func checkRecords(_ bytes: [UInt8]) throws {
        let chunk = Int(bytes.first ?? 0) % 13 + 1
        let items = read(bytes, chunk: 65_536)
        try require(items == read(bytes, chunk: chunk), "the chunk size does not change the items")
        for case .card(let card) in items ?? [] {
            var writer = LDIFWriter()
            _ = writer.write(card)
            try require(read(writer.drain(), chunk: 65_536)?.count == 1, "a written record is one record")
            for format in [CardFormat.vCard(.v21), .vCard(.v40), .jCard] {
                try require(onlyCard(written(card, format)) != nil, "a converted card is one card")
            }
        }
    }

    private static func read(_ bytes: [UInt8], chunk: Int) -> [CardItem]? {
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

    private static func onlyCard(_ bytes: [UInt8]) -> ContactCard? {
        guard let items = read(bytes, chunk: 65_536), items.count == 1, case .card(let card) = items[0] else {
            return nil
        }
        return card
    }

    private static func written(_ card: ContactCard, _ format: CardFormat) -> [UInt8] {
        var writer = CardWriter(format)
        _ = writer.write(card)
        writer.finish()
        return writer.drain()
    }

    // MARK: - Catalogs

    /// Checks that the rows of a catalog do not depend on the chunk size, and that importing a planet again changes
    /// nothing.
    private static func checkCatalog(_ bytes: [UInt8]) throws {
        let items = catalogItems(bytes, chunk: 65_536)
        let chunk = Int(bytes.first ?? 0) % 13 + 1
        try require(items == catalogItems(bytes, chunk: chunk), "the chunk size does not change the items")
        for case .entry(let entry) in items ?? [] {
            guard let planet = try? entry.planet() else { continue }
            let again = try? entry.merged(into: planet, keeping: []).planet
            try require(again == planet, "a planet that is imported again does not change")
        }
    }

    private static func catalogItems(_ bytes: [UInt8], chunk: Int) -> [CatalogItem]? {
        var reader = CatalogReader(file: "fuzz")
        var items: [CatalogItem] = []
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

    // MARK: - CSV and JSON

    private static func checkCSV(_ bytes: [UInt8]) {
        for separator in [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09] {
            _ = try? CSVReader.records(of: bytes, separator: separator)
        }
        var reader = ContactCSVReader(file: "fuzz.csv")
        reader.feed(bytes)
        reader.finish()
        while (try? reader.next()) != nil {}
    }

    private static func checkJSON(_ bytes: [UInt8]) throws {
        guard let value = try? JSONReader.value(of: bytes) else { return }
        let once = written(value)
        try require((try? JSONReader.value(of: once)).map(written) == once, "written JSON reads and writes the same")
    }

    private static func written(_ value: JSONValue) -> [UInt8] {
        var writer = JSONWriter()
        writer.value(value)
        return writer.drain()
    }
}
