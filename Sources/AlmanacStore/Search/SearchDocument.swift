import Model
import SQLite

/// What the index holds of a record: its words in three columns of different weight.
struct SearchDocument: Hashable {
    let name: String
    let alias: String
    let body: String

    init(_ texts: [SearchText]) {
        func words(of weight: SearchText.Weight) -> String {
            texts.filter { $0.weight == weight }.flatMap(\.words).joined(separator: " ")
        }
        name = words(of: .name)
        alias = words(of: .alias)
        body = words(of: .body)
    }

    init(_ row: borrowing Row, from index: Int) {
        name = row[index]
        alias = row[index + 1]
        body = row[index + 2]
    }
}

/// The number of a record's document: its id and kind in one, as migration 2 says.
struct DocumentID: RawRepresentable, Hashable {
    let rawValue: Int64

    init(rawValue: Int64) { self.rawValue = rawValue }

    init(_ address: Address) {
        let offset: Int64 =
            switch address.kind {
            case .person: 0
            case .group: 1
            case .planet: 2
            case .note: 3
            }
        rawValue = address.number * 4 + offset
    }

    var address: Address {
        let kind: Kind =
            switch rawValue & 3 {
            case 0: .person
            case 1: .group
            case 2: .planet
            default: .note
            }
        return Address(kind: kind, number: rawValue >> 2)
    }
}
