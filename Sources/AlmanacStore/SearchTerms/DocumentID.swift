import Model
import SQLite

/// The number of a search document, combined from the record’s kind and ID.
struct DocumentID: RawRepresentable, Bindable, Hashable {
    private static let shift: Int64 = 40
    private static let kinds: [Kind] = [.planet, .group, .person, .note]
    /// The highest record ID that fits in a document number.
    static let last: Int64 = 1 << shift - 1
    /// A range of documents that is searched separately, so that the planet catalog does not displace other results.
    enum SearchPartition: Hashable, CaseIterable {
        case planets, others

        /// The number of the first document that is not a planet.
        static let firstOther: Int64 = 1 << DocumentID.shift

        var documents: ClosedRange<Int64> {
            switch self {
            case .planets: 0...Self.firstOther - 1
            case .others: Self.firstOther...Int64.max
            }
        }
    }

    static let all = 0...Int64.max
    /// The document numbers of groups and planets. Other records can belong to them.
    static let places = 0...(2 << shift - 1)

    let rawValue: Int64

    init(rawValue: Int64) { self.rawValue = rawValue }

    /// Creates the number for a record. Returns `nil` if the ID is out of range.
    init?(_ address: RecordID) {
        guard 0..<(1 << Self.shift) ~= address.number, let rank = Self.kinds.firstIndex(of: address.kind) else {
            return nil
        }
        rawValue = Int64(rank) << Self.shift | address.number
    }

    var partition: SearchPartition { rawValue < SearchPartition.firstOther ? .planets : .others }

    var address: RecordID {
        let kind = Self.kinds[Int(min(max(rawValue >> Self.shift, 0), 3))]
        return RecordID(kind: kind, number: rawValue & (1 << Self.shift - 1))
    }
}
