import SQLite

/// The IDs of the records to read, and the condition that compares a column with them.
///
/// For `IN`, SQLite collects the IDs in a temporary tree, which takes longer than reading a single record.
struct WantedIDs {
    static let single = "= ?1"
    static let several = "IN (SELECT value FROM json_each(?1))"

    let isSingle: Bool
    /// The value of ?1.
    let value: any Bindable

    init(_ ids: [Int64]) {
        isSingle = ids.count == 1
        value = ids.count == 1 ? ids[0] : ids.json
    }

    var condition: String { isSingle ? Self.single : Self.several }
}

extension Collection<Int64> {
    var json: String { "[" + map(String.init).joined(separator: ",") + "]" }
}
