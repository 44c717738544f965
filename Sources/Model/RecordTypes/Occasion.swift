/// A day that comes round every year: the birthday or the anniversary of a person.
public struct Occasion: Hashable, Sendable, Identifiable {
    public enum Kind: String, Hashable, Codable, Sendable, CaseIterable { case birthday, anniversary }

    public struct ID: Hashable, Codable, Sendable {
        public let kind: Kind
        public let person: Person.ID

        public init(_ kind: Kind, of person: Person.ID) {
            self.kind = kind
            self.person = person
        }
    }

    public let id: ID
    public let name: String
    /// With a month and a day.
    public let date: PartialDate
    /// Those of the person, for calendars that are told of it again and again.
    public let uuid: String
    public let modified: Timestamp

    public init(_ id: ID, name: String, date: PartialDate, uuid: String, modified: Timestamp) {
        self.id = id
        self.name = name
        self.date = date
        self.uuid = uuid
        self.modified = modified
    }

    public var person: RecordReference { RecordReference(address: id.person.address, name: name) }

    /// The day on which it comes next, from a day on.
    public func next(from first: CivilDate) -> CivilDate { date.next(from: first) ?? first }

    /// How many years it will be then; nil where the year is unknown, or still to come.
    public func years(on day: CivilDate) -> Int? {
        date.year.map { day.year - $0 }.flatMap { $0 >= 0 ? $0 : nil }
    }
}
