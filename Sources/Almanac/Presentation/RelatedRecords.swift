import Display
import Localization
import Model

/// The records related to a record in one way. A list command shows the rest if there are many.
struct RelatedRecords: Hashable, Sendable {
    let key: String
    let title: Title
    let first: [RecordReference]
    /// The command that lists all of them, without its option `--of`; nil if these are all.
    private let listing: String?

    init(_ key: String, _ title: Title, _ all: [RecordReference]) {
        self.key = key
        self.title = title
        first = all
        listing = nil
    }

    /// - Parameter order: The order in which these are the first, if it is not the default order of the list.
    init(_ key: String, _ title: Title, _ records: LinkedRecords, list kind: Model.Kind, order: String? = nil) {
        self.key = key
        self.title = title
        first = records.first
        listing = records.hasMore ? kind.plural + (order.map { " --sort \($0)" } ?? "") : nil
    }

    func table(from number: Int?) -> Table { .references(first, key: key, title: title, from: number) }

    /// Returns a hint on how to list all of them.
    func hint(of address: RecordID) -> Message? {
        listing.map { "Only the first \(first.count) are shown. Use `\($0) --of \(address)` to list all of them." }
    }
}
