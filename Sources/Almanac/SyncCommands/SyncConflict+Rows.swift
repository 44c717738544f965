import Display
import Interchange
import Localization
import Model
import Sync

extension SyncConflict {
    static let columns = [
        Column("number", "Conflict", .trailing, isEssential: true), Column("record", "Name", isIdentifying: true),
        Column("field", "Field"), Column("mine", "Mine"), Column("theirs", "Theirs"), Column("remote", "Remote"),
        Column("found", "Found"),
    ]
    static let keys = columns.map(\.key)

    /// Returns the rows of the conflict, one for each field.
    func rows(_ clock: Clock) -> [Row] {
        property.differences.map { difference in
            difference.row(
                of: record, number: .integer(Int(id.rawValue)),
                [Field("remote", "Remote", .text(remote)), Field("found", "Found", .time(found, clock))])
        }
    }
}

extension CardConflict {
    /// The rows of the conflicts, one for each field. They are not numbered yet.
    var rows: [Row] {
        let record = RecordReference(address: record, name: title)
        return properties.flatMap(\.differences).map { $0.row(of: record, number: .none, []) }
    }
}

extension PropertyConflict {
    /// The fields that differ, with my value and their value.
    var differences: [Comparison.Difference] { PropertyValues.differences(property, mine, theirs) }
}

extension Comparison.Difference {
    fileprivate func row(of record: RecordReference, number: Value, _ others: [Field]) -> Row {
        Row(
            address: record.address.description,
            [
                Field("number", "Conflict", number), Field("record", "Name", .reference(record)),
                Field("field", "Field", .words(Message(title: title))), Field("mine", "Mine", values[0]),
                Field("theirs", "Theirs", values[1]),
            ] + others)
    }
}
