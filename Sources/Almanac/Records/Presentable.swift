import Display
import Localization
import Model

/// A kind of record that can be displayed.
protocol Presentable: Recordable {
    static var columns: [Column] { get }
    /// Adds fields for human-readable output to the row of a record in a list.
    static func listed(_ row: Row) -> Row
    /// The sets of records that lists hide by default, each described by a noun and a filter.
    static var leftOut: [(noun: Title, condition: String)] { get }
    /// The lists with a name of their own.
    static var namedLists: [NamedFilter] { get }
    /// The placeholder text for an empty list.
    static var placeholder: Message { get }
    /// Returns the placeholder text for an empty list with a filter, or `nil` for the usual text.
    static func placeholder(for filter: Filter) -> Message?
    /// The fields of a record’s page in display order, without the fields common to all kinds.
    static var page: [EditableField<Self>] { get }
    /// Returns the derived values of a record.
    static func derived(from record: Record<Self>) -> [Field]
    /// Returns the human-readable form of a labeled value, or `nil` if it is shown unchanged.
    static func words(for value: String, in field: EditableField<Self>, of record: Record<Self>) -> String?
    /// Returns fields for the related records and photos of a record.
    static func links(of record: Record<Self>) -> [Field]
    /// Returns the last paragraph of the page, such as a list of other card properties, or `nil` for none.
    static func footnote(of record: Record<Self>) -> Message?
    /// Returns the record that a record refers to, such as the home planet of a person or the subject of a note, if
    /// any.
    static func referred(by record: Record<Self>) -> Model.RecordReference?
    /// Returns the existing persons that a field of the record links to.
    static func persons(of record: Record<Self>) -> [Model.RecordReference]
    /// Returns a numeric value of the record with its unit and basis, or `nil` if the value is unknown.
    func quantity(of figure: Figure<Self>) -> Quantity?
    /// Returns the keys of the fields that the history does not record, except `favorite`.
    static func presentOnly(of record: Record<Self>) -> Set<String>
    /// An empty group of the related records that the history does not record; `nil` for kinds without such records.
    /// Pages of past states contain a null field with its key and title.
    static var relatedNow: RelatedRecords? { get }
    static func related(to record: Record<Self>) -> [RelatedRecords]
    /// Returns the effects of deleting a record, as verb phrases.
    static func consequences(ofDeleting record: Record<Self>) -> [Message]
    var webAddress: String? { get }
    /// The key path of the photo or picture, or `nil` for kinds of record without one.
    static var photoPath: (WritableKeyPath<Self, BlobID?> & Sendable)? { get }
    /// Returns the source of a value, or an empty string if the record does not name a source.
    static func source(of key: String, in record: Record<Self>) -> String
    static func method(of key: String, in record: Record<Self>) -> String
    /// Returns rows with the derived values of a record and their formulas, for the page of sources.
    static func derivedRows(_ record: Record<Self>) -> [Row]
}

/// The filter of a list with a name of its own, such as the notes with a date.
struct NamedFilter: Sendable {
    let name: String
    let condition: String
    /// The placeholder text for the empty list.
    let placeholder: Message
}

extension Presentable {
    static func listed(_ row: Row) -> Row { row }
    static var leftOut: [(noun: Title, condition: String)] { [] }
    static var namedLists: [NamedFilter] { [] }
    static func placeholder(for filter: Filter) -> Message? { nil }
    static func presentOnly(of record: Record<Self>) -> Set<String> { [] }
    static var relatedNow: RelatedRecords? { nil }
    static func derived(from record: Record<Self>) -> [Field] { [] }
    static func words(for value: String, in field: EditableField<Self>, of record: Record<Self>) -> String? { nil }
    static func links(of record: Record<Self>) -> [Field] { [] }
    static func footnote(of record: Record<Self>) -> Message? { nil }
    static func referred(by record: Record<Self>) -> Model.RecordReference? { nil }
    static func persons(of record: Record<Self>) -> [Model.RecordReference] { [] }
    func quantity(of figure: Figure<Self>) -> Quantity? {
        self[keyPath: figure.path].map { Quantity($0, unit: figure.unit) }
    }
    var webAddress: String? { nil }
    static var photoPath: (WritableKeyPath<Self, BlobID?> & Sendable)? { nil }

    static func fields(of record: Record<Self>, on today: CivilDate) -> [Field] {
        var (fields, last): ([Field], [Field]) = ([], [])
        let page = page
        // Indexing avoids copying the declaration of each field.
        for index in page.indices {
            let shown = page[index].shown(of: record, on: today)
            if page[index].place.isLast { last.append(shown) } else { fields.append(shown) }
        }
        return fields + derived(from: record) + last + links(of: record)
    }
}

extension Record where Content: Presentable {
    /// Returns all fields of the record, for lists and the record’s page.
    func fields(isFavorite: Bool, on today: CivilDate) -> [Field] {
        [
            Field("id", "ID", .text(recordID.description), for: .programs),
            Field("name", "Name", .text(title), for: .programs),
        ] + Content.fields(of: self, on: today) + [
            Field("favorite", "Favorite", .flag(isFavorite), for: .programs),
            Field("uuid", "UUID", .text(uuid), for: .programs),
            Field("created", "Created", .day(created), for: .programs),
            Field("modified", "Modified", .day(modified), for: .programs),
            Field("version", "Version", .integer(version), for: .programs),
        ]
    }

    /// An empty record, used to determine the fields of this kind of record.
    static var blank: Record {
        let never = Timestamp(secondsSince1970: 0)
        return Record(
            id: TypedRecordID(rawValue: 0), uuid: "", created: never, modified: never, version: 0, content: Content())
    }

    func row(isFavorite: Bool, on today: CivilDate) -> Row {
        Row(address: recordID.description, fields(isFavorite: isFavorite, on: today))
    }

    /// Returns the page of the record with its fields and related records.
    ///
    /// - Parameter others: Related records that are read for the page only, such as the relations of a person.
    func page(isFavorite: Bool, on today: CivilDate, others: RelatedRecords? = nil) -> Page {
        let fields = Block.record(
            fields(isFavorite: isFavorite, on: today) + [others?.field].compactMap(\.self))
        return Page(
            "\(title)", address: recordID.description, isFavorite: isFavorite,
            [fields] + related(others) + [Content.footnote(of: self).map(Block.prose)].compactMap(\.self))
    }

    /// Returns tables of related records with consecutive row numbers.
    func related(_ others: RelatedRecords? = nil) -> [Block] {
        var number = 1
        var blocks: [Block] = []
        for related in Content.related(to: self) + [others].compactMap(\.self)
        where !related.first.isEmpty {
            blocks.append(.table(related.table(from: number)))
            number += related.first.count
            if let hint = related.hint(of: recordID) { blocks.append(.prose(hint)) }
        }
        return blocks
    }

    /// Returns the page of the record at a past time. Related records have no row numbers, and fields that the history
    /// does not record are null.
    func page(at time: Timestamp, _ clock: Clock) -> Page {
        let asOf = Field("asOf", "As of", .time(time, clock), for: .programs)
        let now = Content.relatedNow.map { Field($0.key, $0.title, .none, for: .programs) }
        let related = Content.related(to: self).filter { !$0.first.isEmpty }.map { Block.table($0.table(from: nil)) }
        let unknown = Content.presentOnly(of: self).union(["favorite"])
        let fields = fields(isFavorite: false, on: clock.day(time)).map { field in
            unknown.contains(field.key) ? Field(field.key, field.title, .none, for: .programs) : field
        }
        return Page(
            "\(title), as of \(clock.words(time))", address: recordID.description,
            [.record(fields + [now].compactMap(\.self) + [asOf])] + related)
    }
}

extension RecordReference {
    static func columns(_ title: Title) -> [Column] { [Column("name", title), .id] }

    var row: Row {
        id.row([
            Field("kind", "Kind", .text(id.kind.rawValue)), Field("name", "Name", .text(name)),
        ])
    }
}

extension Column {
    /// The column for the record ID. The ID is never truncated.
    static let id = Column("id", "ID", isRecordID: true)
}

extension RecordID {
    /// Returns a row that opens the record and has the ID as its first field.
    func row(_ fields: [Field]) -> Row {
        Row(address: description, [Field("id", "ID", .text(description))] + fields)
    }
}

extension Timestamp {
    var words: String { day.map(DateText.words) ?? rawValue }
}

extension EditableField where Model: Presentable {
    /// Returns the field as shown on a record’s page.
    func shown(of record: Record<Model>, on today: CivilDate) -> Field {
        let shown: Value =
            switch value {
            case .text(let path):
                shape == .prose && !record.content[keyPath: path].isEmpty
                    ? .prose(record.content[keyPath: path]) : .text(orNone: record.content[keyPath: path])
            case .optionalText(let path): .text(orNone: record.content[keyPath: path] ?? "")
            case .accessor(let read, _): .text(read(record.content))
            case .date(let path): .date(record.content[keyPath: path], on: today)
            case .day(let path, _): .day(orNone: record.content[keyPath: path])
            case .period(let path):
                record.content[keyPath: path].map { .period($0.description, words: $0.words) } ?? .none
            case .gender(let path): .text(orNone: record.content[keyPath: path]?.description ?? "")
            case .figure(let figure): record.content.quantity(of: figure).map(Value.quantity) ?? .none
            case .integer(let path, _): .integer(orNone: record.content[keyPath: path])
            case .flag(let path): record.content[keyPath: path].map(Value.flag) ?? .none
            case .estimates(let path): .list(record.content[keyPath: path].names.map(Value.text))
            case .uncertainties(let path): .list(record.content[keyPath: path].all.map(Value.uncertainty))
            case .texts(let path): .list(record.content[keyPath: path].map(Value.text))
            case .labeled(let path):
                .list(
                    record.content[keyPath: path].map { value in
                        let words = Model.words(for: value.value, in: self, of: record)
                        return .labeled(
                            value.label, words.map { .formatted(value.value, words: $0) } ?? .text(value.value))
                    })
            case .phones(let path):
                .list(
                    record.content[keyPath: path].map {
                        .labeled($0.label, .formatted($0.value, words: PhoneNumber.formatted($0.value)))
                    })
            case .addresses(let path):
                .list(record.content[keyPath: path].map { .labeled($0.label, .parts($0.value.fields)) })
            case .persons: .references(Model.persons(of: record))
            case .reference: .reference(orNone: Model.referred(by: record))
            }
        return Field(
            jsonKey, pageTitle(of: record.content), shown, for: place.audience == .programs ? .programs : .everybody)
    }
}

extension Recordable {
    /// Returns the fields that differ, with the values of both records.
    func differences(from other: Self) -> [Comparison.Difference] {
        Self.fields.compactMap { field in
            let values = [field.value(of: self), field.value(of: other)]
            return values[0] == values[1] ? nil : .init(key: field.key, title: field.title(of: self), values: values)
        }
    }
}

extension Value {
    /// Creates the value of an uncertainty for machine-readable output.
    fileprivate static func uncertainty(_ uncertainty: Labeled<Uncertainty>) -> Value {
        .labeled(
            uncertainty.label,
            .parts([
                Field("upper", "Upper", .number(uncertainty.value.upper)),
                Field("lower", "Lower", .number(uncertainty.value.lower)),
            ]))
    }
}

extension PostalAddress {
    fileprivate var fields: [Field] {
        [
            Field("street", "Street", .text(orNone: street)),
            Field("locality", "Locality", .text(orNone: locality)),
            Field("region", "Region", .text(orNone: region)),
            Field("postalCode", "Postal code", .text(orNone: postalCode)),
            Field("country", "Country", .text(orNone: country)),
        ]
    }
}

extension EditableField {
    /// Returns the value of the field for display. The value of a secret is omitted.
    func value(of model: Model) -> Value {
        switch shape {
        case .labeled: .text(read(model))
        case .several: .list(read(model).map { .text($0.value) })
        case .single, .reference, .prose: read(model).first.map { .text($0.value) } ?? .none
        case .secret: .none
        }
    }
}

extension Value {
    static func text(_ values: [Labeled<String>]) -> Value {
        .list(values.map { .labeled($0.label, .text($0.value)) })
    }

    static func references(_ references: [RecordReference]) -> Value { .list(references.map(Value.reference)) }

    static func count(_ count: LinkedRecords.Count) -> Value {
        switch count {
        case .exactly(let number): .integer(number)
        case .moreThan(let number): .moreThan(number)
        }
    }

    static func reference(_ reference: RecordReference) -> Value {
        .reference(RecordLink(address: reference.id.description, name: reference.name))
    }

    static func reference(orNone reference: RecordReference?) -> Value { reference.map(Value.reference) ?? .none }

    /// Returns a birthday or anniversary with the age and, if it is near, the number of days until it.
    static func date(_ date: PartialDate?, on today: CivilDate) -> Value {
        guard let date else { return .none }
        return .date(iso: date.description, words: DateText.words(for: date, on: today))
    }

    /// Returns a time in the local time zone.
    static func time(_ time: Timestamp, _ clock: Clock) -> Value {
        .date(iso: time.rawValue, words: clock.words(time))
    }

    static func day(_ time: Timestamp) -> Value { .date(iso: time.rawValue, words: time.words) }

    static func day(orNone date: CivilDate?) -> Value {
        date.map { .date(iso: $0.description, words: DateText.shortWords($0)) } ?? .none
    }

    static func number(orNone number: Double?) -> Value { number.map(Value.number) ?? .none }

    static func integer(orNone number: Int?) -> Value { number.map(Value.integer) ?? .none }
}

/// Returns a phrase such as `2 notes`, or `nil` if the number is 0.
func count(_ number: Int, _ noun: String) -> Message? {
    number == 0 ? nil : Message(number, noun)
}

func count(_ number: Int, _ kind: Kind) -> Message? {
    switch kind {
    case .person: count(number, "person")
    case .group: count(number, "group")
    case .planet: count(number, "planet")
    case .note: count(number, "note")
    }
}

/// Returns a phrase such as `2 journal entries`, or `nil` if the number is 0.
func entryCount(_ number: LinkedRecords.Count) -> Message? {
    switch number {
    case .exactly(0): nil
    case .exactly(let number): Message(number, one: "1 journal entry", other: "\(number) journal entries")
    case .moreThan(let number): "more than \(number) journal entries"
    }
}

/// Returns a phrase such as `more than 1000 notes`, or `nil` if the number is 0.
func count(_ number: LinkedRecords.Count, _ noun: String) -> Message? {
    switch number {
    case .exactly(let number): count(number, noun)
    case .moreThan(let number): "more than \(Message(number, noun))"
    }
}
