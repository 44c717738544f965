import Model

/// How its present rows are compared with recorded ones.
extension TrackedTable {
    /// Columns that only ever grow, so that they are no reason to refuse, and are not taken back.
    private static let growing: Set = ["version", "modified"]

    /// The columns that count when the present is compared with what a change has left.
    var compared: [String] {
        columns.filter { !Self.growing.contains($0) && !(name == "favorite" && $0 == "id") }
    }

    /// That the present row is the one of which the image tells.
    func isRow(_ image: String) -> String {
        let equal = name == "favorite" ? "IS" : "="
        return keys.map { "present.\($0) \(equal) \(image).\($0)" }.joined(separator: " AND ")
    }

    /// The kind and the number of the record that a present row belongs to.
    /// - Parameter column: The one by which the row refers to a record of the kind.
    func record(of column: String, kind: Kind) -> (kind: String, id: String) {
        if isRecord || name == "membership", let owner { return ("'\(owner.kind)'", "present.\(owner.column)") }
        return ("'\(kind.rawValue)'", "present.\(column)")
    }
}
