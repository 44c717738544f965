import Localization

/// The messages used by the renderers.
enum RendererMessages {
    static func flag(_ isSet: Bool) -> Title { isSet ? yes : no }
    private static let yes: Title = "yes"
    private static let no: Title = "no"
    static let nothing: Message = "(none)"

    // MARK: - Table footer

    static func shown(_ rows: Int, of total: Int?) -> Message {
        total.map { "\(rows) of \($0)" }
            ?? Message(rows, one: "1 row, more available", other: "\(rows) rows, more available")
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
