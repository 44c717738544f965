import Display
import Localization
import Model

extension Match {
    static let columns = [
        Column("name", "Name"), Column("kind", "Kind"), Column("contact", "Phone or email", isWhole: true),
        Column("matched", "Matched"), .id,
    ]
    static let columnsForPrograms = columns.filter { $0.key != "contact" }

    /// Returns a row for display, including the corrected spelling, if any. A match that only repeats the name is
    /// omitted.
    func row(_ fields: [Field]) -> Row {
        let understood =
            correction.map { [Field("correction", "Interpreted as", .words("interpreted as “\($0)”"))] } ?? []
        let isName = field == "name" && text == reference.name && correction == nil
        return row(matched: isName ? [] : matched + understood, [Field("contact", "Phone or email", contact)] + fields)
    }

    func rowForPrograms(_ fields: [Field]) -> Row {
        row(matched: matched + [Field("correction", "Interpreted as", .text(orNone: correction ?? ""))], fields)
    }

    private var matched: [Field] { [Field("field", "Field", .text(field)), Field("text", "Text", .text(text))] }

    /// The phone numbers of a person, or else the email addresses.
    private var contact: Value {
        guard case .person(let record) = record else { return .none }
        let (phones, emails) = (record.content.phones, record.content.emails)
        return .list(
            phones.isEmpty
                ? emails.map { .text($0.value) }
                : phones.map { .phone($0.value, words: PhoneNumber.formatted($0.value)) })
    }

    private func row(matched: [Field], _ fields: [Field]) -> Row {
        Row(
            address: reference.address.description,
            [
                Field("kind", "Kind", .text(reference.address.kind.rawValue)),
                Field("matched", "Matched", .parts(matched)),
            ] + fields)
    }
}

extension Matches {
    /// A sentence with the number of matches, or `nil` if nothing was found.
    var tally: Message? {
        if isCapped { return "\(total)+ records match, best first." }
        return count(total, "record").map { total == 1 ? "\($0) matches." : "\($0) match, best first." }
    }
}
