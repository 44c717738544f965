import Model
import SQLite

/// The number of a record's document: its kind and id in one, as the migration of the index says.
struct DocumentID: RawRepresentable, Bindable, Hashable {
    private static let shift: Int64 = 40
    /// The last id of a kind.
    static let last: Int64 = 1 << shift - 1
    /// What a search looks at apart, so that a catalogue of planets leaves room for everything else.
    enum SearchPartition: Hashable, CaseIterable {
        case planets, others

        /// The planets come first.
        static let firstOther: Int64 = 1 << DocumentID.shift

        var documents: ClosedRange<Int64> {
            switch self {
            case .planets: 0...Self.firstOther - 1
            case .others: Self.firstOther...Int64.max
            }
        }
    }

    /// All there are.
    static let all = 0...Int64.max
    /// Those of planets and groups, which other records belong to.
    static let places = 0...(2 << shift - 1)

    let rawValue: Int64

    init(rawValue: Int64) { self.rawValue = rawValue }

    /// Nil for an id that no store of ours gives.
    init?(_ address: RecordID) {
        guard 0..<(1 << Self.shift) ~= address.number else { return nil }
        let rank: Int64 =
            switch address.kind {
            case .planet: 0
            case .group: 1
            case .person: 2
            case .note: 3
            }
        rawValue = rank << Self.shift | address.number
    }

    var shelf: SearchPartition { rawValue < SearchPartition.firstOther ? .planets : .others }

    var address: RecordID {
        let kind: Kind =
            switch rawValue >> Self.shift {
            case 0: .planet
            case 1: .group
            case 2: .person
            default: .note
            }
        return RecordID(kind: kind, number: rawValue & (1 << Self.shift - 1))
    }
}
