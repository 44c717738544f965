import Model

/// What the catalogue's column `estimated` says, as SQL.
enum FilterMarks {
    /// Whether it has one of the marks.
    static func any(of marks: Estimates) -> String {
        marks.names.map { "instr('|' || planet.estimated || '|', '|\($0)|') > 0" }.joined(separator: " OR ")
    }
}
