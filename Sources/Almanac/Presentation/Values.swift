import Display
import Model

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
        .reference(RecordLink(address: reference.address.description, name: reference.name))
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

    /// Returns the date of a timestamp.
    static func day(_ time: Timestamp) -> Value { .date(iso: time.rawValue, words: time.words) }

    static func day(orNone date: CivilDate?) -> Value {
        date.map { .date(iso: $0.description, words: DateText.words($0)) } ?? .none
    }

    static func number(orNone number: Double?) -> Value { number.map(Value.number) ?? .none }

    static func integer(orNone number: Int?) -> Value { number.map(Value.integer) ?? .none }
}
