import Display
import Localization
import Model

/// Records that a record leads to, to be picked by number; those behind the first are a list of their own.
struct Related: Hashable, Sendable {
    let key: String
    let title: Title
    let first: [RecordReference]
    /// Where all of them are, if these are not all: the command that lists them, but for the record's address.
    private let listing: String?

    init(_ key: String, _ title: Title, _ all: [RecordReference]) {
        self.key = key
        self.title = title
        first = all
        listing = nil
    }

    /// - Parameter order: The order of that list in which these are the first, unless it is the usual one.
    init(_ key: String, _ title: Title, _ records: LinkedRecords, list kind: Model.Kind, order: String? = nil) {
        self.key = key
        self.title = title
        first = records.first
        listing = records.hasMore ? kind.plural + (order.map { " --sort \($0)" } ?? "") : nil
    }

    func table(from number: Int?) -> Table { .references(first, key: key, title: title, from: number) }

    /// How to see the others.
    func hint(of address: RecordID) -> Message? {
        listing.map { "These are the first \(first.count). All of them: `\($0) --of \(address)`" }
    }
}
