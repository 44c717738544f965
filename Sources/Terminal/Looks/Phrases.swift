/// What is said beside the data, in words of our own: one table, to be written anew for another language.
enum Phrases {
    static func flag(_ isSet: Bool) -> String { isSet ? "yes" : "no" }
    static let nothing = "(nothing)"

    // MARK: - Below a table

    static func shown(_ rows: Int, of total: Int?) -> String {
        total.map { "\(rows) of \($0)" } ?? (rows == 1 ? "1 row, more behind it" : "\(rows) rows, more behind them")
    }

    static func hidden(_ titles: [String]) -> String {
        "\(titles.count) \(titles.count == 1 ? "column" : "columns") hidden: " + titles.joined(separator: ", ")
    }

    static func cut(_ values: Int) -> String { "\(values) \(values == 1 ? "value" : "values") cut" }

    // MARK: - Below a page of the pager

    static let pagerKeys = (within: "Space goes on, b goes back, q leaves", atEnd: "b goes back, q leaves")
    static let pagerKeysInShort = (within: "Space, b, q", atEnd: "b, q")

    // MARK: - While something takes long

    static func counted(_ done: String, of total: String) -> String { "\(done) of \(total)" }
    static func rate(_ number: String) -> String { "\(number)/s" }
    static func left(_ time: String) -> String { "\(time) left" }
    static func done(_ title: String, in time: String) -> String { "\(title): done in \(time)." }

    /// `45 s`, `2 min 5 s`, `1 h 2 min`.
    static func time(seconds: Int) -> String {
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3600 { return "\(seconds / 60) min" + (seconds % 60 > 0 ? " \(seconds % 60) s" : "") }
        return "\(seconds / 3600) h" + (seconds / 60 % 60 > 0 ? " \(seconds / 60 % 60) min" : "")
    }
}
