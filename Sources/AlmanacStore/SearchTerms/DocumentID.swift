import Model
import SQLite

/// The number of a search document, combined from the kind and ID of its record.
struct DocumentID: RawRepresentable, Bindable, Hashable {
    private static let shift: Int64 = 40
    private static let kinds: [Kind] = [.planet, .group, .person, .note]
    /// The highest ID of a record.
    static let last: Int64 = 1 << shift - 1
    /// A range of documents that is searched separately, so that a catalog of planets does not displace other results.
    enum SearchPartition: Hashable, CaseIterable {
        case planets, others

        /// The first document that is not a planet.
        static let firstOther: Int64 = 1 << DocumentID.shift

        var documents: ClosedRange<Int64> {
            switch self {
            case .planets: 0...Self.firstOther - 1
            case .others: Self.firstOther...Int64.max
            }
        }
    }

    static let all = 0...Int64.max
    /// The documents of planets and groups, which other records belong to.
    static let places = 0...(2 << shift - 1)

    let rawValue: Int64

    init(rawValue: Int64) { self.rawValue = rawValue }

    /// Returns `nil` for an ID that is out of range.
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
