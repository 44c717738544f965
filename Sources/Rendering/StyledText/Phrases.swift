import Localization

/// What the renderers themselves say.
enum Phrases {
    static func flag(_ isSet: Bool) -> Title { isSet ? yes : no }
    private static let yes: Title = "yes"
    private static let no: Title = "no"
    static let nothing: Message = "(nothing)"

    // MARK: - While what was typed is searched

    static let search: Title = "search"
    static let notFound: Title = "not found"

    // MARK: - Below a table

    static func shown(_ rows: Int, of total: Int?) -> Message {
        total.map { "\(rows) of \($0)" }
            ?? Message(rows, one: "1 row, more behind it", other: "\(rows) rows, more behind them")
    }

    static func hidden(_ titles: [Title]) -> Message {
        let list = titles.map(Message.init(title:)).joined(separator: ", ")
        return Message(
            titles.count, one: "\(titles.count) column hidden: \(list)",
            other: "\(titles.count) columns hidden: \(list)")
    }

    static func cut(_ values: Int) -> Message { Message(values, one: "1 value cut", other: "\(values) values cut") }

    // MARK: - Below a page of the pager

    static let pagerKeys: (within: Message, atEnd: Message) = (
        within: "Space goes on, b goes back, q leaves", atEnd: "b goes back, q leaves"
    )
    static let pagerKeysInShort: (within: Message, atEnd: Message) = (within: "Space, b, q", atEnd: "b, q")

    // MARK: - While something takes long

    static func counted(_ done: String, of total: String) -> Message { "\(done) of \(total)" }
    static func rate(_ number: String) -> Message { "\(number)/s" }
    static func left(_ time: Message) -> Message { "\(time) left" }
    static func done(_ title: Message, in time: Message) -> Message { "\(title): done in \(time)." }

    static func time(seconds: Int) -> Message {
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3600 { return seconds % 60 > 0 ? "\(minutes) min \(seconds % 60) s" : "\(minutes) min" }
        return minutes > 0 ? "\(hours) h \(minutes) min" : "\(hours) h"
    }
}
