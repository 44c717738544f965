import Localization

/// The messages used by the renderers.
enum RendererMessages {
    static func flag(_ isSet: Bool) -> Title { isSet ? yes : no }
    private static let yes: Title = "yes"
    private static let no: Title = "no"
    static let nothing: Message = "(none)"

    // MARK: - Table footer

    /// Returns the positions of the rows, such as `17–32 of 546`, or their number if the total is unknown.
    static func shown(_ rows: Int, after preceding: Int, of total: Int?) -> Message {
        guard let total else {
            return Message(rows, one: "1 row, more available", other: "\(rows) rows, more available")
        }
        return rows == 1 ? "\(preceding + 1) of \(total)" : "\(preceding + 1)–\(preceding + rows) of \(total)"
    }

    static func hidden(_ titles: [Title]) -> Message {
        let list = titles.map(Message.init(title:)).joined(separator: ", ")
        return Message(
            titles.count, one: "\(titles.count) column hidden: \(list)",
            other: "\(titles.count) columns hidden: \(list)")
    }

    static func cut(_ values: Int) -> Message {
        Message(values, one: "1 value truncated", other: "\(values) values truncated")
    }
}
