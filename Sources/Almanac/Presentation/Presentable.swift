import Display
import Localization
import Model

/// A kind of record that can be shown: which columns a list of it has, and every field of one record.
protocol Presentable: Recordable {
    static var columns: [Column] { get }
    /// A row of a list, with what only people read there.
    static func listed(_ row: Row) -> Row
    /// What lists leave out unless asked, as a noun and a filter.
    static var leftOut: [(noun: Title, condition: String)] { get }
    /// What is said in place of an empty list.
    static var placeholder: Message { get }
    /// The fields between the name and what the database has of every record, in their order.
    static var page: [EditableField<Self>] { get }
    /// What follows from the fields.
    static func derived(from record: Record<Self>) -> [Field]
    /// What else is shown, such as the records that lead to it.
    static func links(of record: Record<Self>) -> [Field]
    /// The record that its field of a reference shows.
    static func referred(by record: Record<Self>) -> Model.RecordReference?
    /// Which of its figures are not measured.
    var estimated: Estimates { get }
    /// The keys of the fields, besides ``Record/fields(isFavorite:on:)``'s favorite, whose past no history tells.
    static func presentOnly(of record: Record<Self>) -> Set<String>
    /// The records it leads to, to be picked by number.
    static func related(to record: Record<Self>) -> [Related]
    /// What else changes when the record is deleted, as phrases behind “it”.
    static func consequences(ofDeleting record: Record<Self>) -> [Message]
    var webAddress: String? { get }
    /// Where the value of a field is from, and how it is known, as far as the record itself tells.
    static func source(of key: String, in record: Record<Self>) -> String
    static func method(of key: String, in record: Record<Self>) -> String
    /// What follows from its fields, beside them.
    static func workedOut(_ record: Record<Self>) -> [Row]
}

extension Presentable {
    static func listed(_ row: Row) -> Row { row }
    static var leftOut: [(noun: Title, condition: String)] { [] }
    static func presentOnly(of record: Record<Self>) -> Set<String> { [] }
    static func derived(from record: Record<Self>) -> [Field] { [] }
    static func links(of record: Record<Self>) -> [Field] { [] }
    static func referred(by record: Record<Self>) -> Model.RecordReference? { nil }
    var estimated: Estimates { [] }
    var webAddress: String? { nil }

    static func fields(of record: Record<Self>, on today: CivilDate) -> [Field] {
        var (fields, last): ([Field], [Field]) = ([], [])
        for field in page {
            let shown = field.shown(of: record, on: today)
            if field.place.isLast { last.append(shown) } else { fields.append(shown) }
        }
        return fields + derived(from: record) + last + links(of: record)
    }
}

extension Record where Content: Presentable {
    /// Every field, for programs and people; the same in lists and on the record's own page.
    func fields(isFavorite: Bool, on today: CivilDate) -> [Field] {
        [
            Field("address", "Address", .text(address.description), for: .programs),
            Field("name", "Name", .text(content.title), for: .programs),
        ] + Content.fields(of: self, on: today) + [
            Field("favorite", "Favorite", .flag(isFavorite), for: .programs),
            Field("uuid", "UUID", .text(uuid), for: .programs),
            Field("created", "Created", .date(iso: created.rawValue, words: created.words), for: .programs),
            Field("modified", "Modified", .date(iso: modified.rawValue, words: modified.words), for: .programs),
            Field("version", "Version", .integer(version), for: .programs),
        ]
    }

    /// One that is nobody's, with all the fields that any has.
    static var blank: Record {
        let never = Timestamp(secondsSince1970: 0)
        return Record(
            id: TypedRecordID(rawValue: 0), uuid: "", created: never, modified: never, version: 0, content: Content())
    }

    func row(isFavorite: Bool, on today: CivilDate) -> Row {
        Row(address: address.description, fields(isFavorite: isFavorite, on: today))
    }

    /// The page of the record: its fields, and what it leads to as rows that can be picked.
    ///
    /// - Parameter relatives: The records that its relations name.
    func page(isFavorite: Bool, on today: CivilDate, relatives: [RecordReference] = []) -> Page {
        let fields = Block.record(fields(isFavorite: isFavorite, on: today))
        return Page(
            "\(content.title)", address: address.description, isFavorite: isFavorite,
            [fields] + related(relatives))
    }

    /// What it leads to, numbered from one table to the next, and where there is more of it.
    func related(_ relatives: [RecordReference] = []) -> [Block] {
        var number = 1
        var blocks: [Block] = []
        for related in Content.related(to: self) + [Related("relatives", "Relations", relatives)]
        where !related.first.isEmpty {
            blocks.append(.table(related.table(from: number)))
            number += related.first.count
            if let hint = related.hint(of: address) { blocks.append(.prose(hint)) }
        }
        return blocks
    }

    /// The page of the record as it was at a time; what it led to then cannot be picked, and what is not known of then is
    /// neither none nor false.
    func page(at time: Timestamp, _ clock: Clock) -> Page {
        let moment = clock.words(time)
        let asOf = Field("asOf", "As of", .date(iso: time.rawValue, words: moment), for: .programs)
        let related = Content.related(to: self).filter { !$0.first.isEmpty }.map { Block.table($0.table(from: nil)) }
        let unknown = Content.presentOnly(of: self).union(["favorite"])
        let fields = fields(isFavorite: false, on: clock.day(time)).map { field in
            unknown.contains(field.key) ? Field(field.key, field.title, .none, for: .programs) : field
        }
        return Page(
            "\(content.title), as of \(moment)", address: address.description, [.record(fields + [asOf])] + related)
    }
}

extension Table {
    /// Other records by name and address, to be picked by number.
    static func references(
        _ references: [RecordReference], key: String, title: Title, from number: Int? = 1,
        placeholder: Message = ""
    ) -> Table {
        Table(
            key, columns: [Column("name", title), .address],
            rows: references.map { reference in
                Row(
                    address: reference.address.description,
                    [
                        Field("address", "Address", .text(reference.address.description)),
                        Field("kind", "Kind", .text(reference.address.kind.rawValue)),
                        Field("name", "Name", .text(reference.name)),
                    ])
            },
            firstNumber: number, total: references.count, placeholder: placeholder)
    }
}

extension Column {
    /// What one types to get to the record.
    static let address = Column("address", "Address", isEssential: true)
}

extension Timestamp {
    /// The day, as people write it.
    var words: String { day.map(DateWords.words) ?? rawValue }
}
