import Interchange
import Model
import Text

/// Reads a CSV file in chunks of a given size.
func readTable(
    _ bytes: [UInt8], mapping: [String: String] = [:], encoding: TableEncoding? = nil, inChunksOf size: Int = 1 << 16
) throws -> (cards: [ContactCard], rejected: [RejectedItem]) {
    var reader = ContactCSVReader(file: "table.csv", mapping: mapping, encoding: encoding)
    var (cards, rejected): ([ContactCard], [RejectedItem]) = ([], [])
    func take() throws {
        while let item = try reader.next() {
            switch item {
            case .card(let card): cards.append(card)
            case .rejected(let card): rejected.append(card)
            }
        }
    }
    for start in stride(from: 0, to: bytes.count, by: size) {
        reader.feed(bytes[start..<min(bytes.count, start + size)])
        try take()
    }
    reader.finish()
    try take()
    return (cards, rejected)
}

func readTable(_ text: String, mapping: [String: String] = [:]) throws -> [ContactCard] {
    try readTable(Array(text.utf8), mapping: mapping).cards
}

/// Reads a file with one header and one row.
func readRow(_ cells: KeyValuePairs<String, String>, mapping: [String: String] = [:]) throws -> ContactCard {
    let quoted = { (text: String) in "\"" + text.replacing("\"", with: "\"\"") + "\"" }
    let text =
        cells.map { quoted($0.key) }.joined(separator: ",") + "\n"
        + cells.map { quoted($0.value) }.joined(separator: ",")
    return try readTable(text, mapping: mapping).first ?? ContactCard()
}

func writeTable(_ cards: [ContactCard]) -> [UInt8] {
    var layout = ContactCSVLayout()
    for card in cards { layout.include(card) }
    var writer = ContactCSVWriter(layout)
    for card in cards { _ = writer.write(card) }
    return writer.drain()
}
