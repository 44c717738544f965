import Model
import Text

/// A row of a table on its way to a card.
struct ContactRow {
    /// What belongs together: the values of one slot and their label.
    private struct Slot {
        var field = ""
        var label: String?
        var values: [String] = []
        var address = PostalParts()
    }

    private let dialect: ContactHeadings.Dialect
    private let line: Int
    private var card = ContactCard()
    private var wholeName = ""
    private var slots: [String: Slot] = [:]
    private var order: [String] = []
    private var dates: [String: [ContactColumn.DatePart: Int]] = [:]

    static func card(of record: CSVRecord, number: Int, in table: ContactTable) -> ContactCard {
        var row = ContactRow(dialect: table.dialect, line: record.line)
        row.card.place = CardPlace(file: table.file, line: record.line, number: number)
        if record.fields.count < table.columns.count {
            row.warn("The row has \(record.fields.count) fields where the header has \(table.columns.count).")
        }
        for ((heading, column), cell) in zip(table.columns, record.texts) {
            row.read(FormulaGuard.unguarded(cell), as: column, under: heading)
        }
        return row.finished()
    }

    private init(dialect: ContactHeadings.Dialect, line: Int) {
        self.dialect = dialect
        self.line = line
    }

    private mutating func read(_ text: String, as column: ContactColumn, under heading: String) {
        let dialect = dialect
        guard !text.trimmed.isEmpty || dialect == .almanac && !text.isEmpty else { return }
        switch column {
        case .nothing: break
        case .name: if wholeName.isEmpty { wholeName = text }
        case .field(let key): set(key, to: text, under: heading)
        case .value(let field, let slot, let label):
            change(slot) {
                $0.field = field
                $0.values += GoogleList.elements(of: text, in: dialect)
                if let label { $0.label = label }
            }
        case .label(let slot): change(slot) { $0.label = GoogleList.label(text, in: dialect) }
        case .part(let part, let slot, let label):
            change(slot) {
                $0.field = "address"
                $0.address.add(text, as: part)
                if let label { $0.label = label }
            }
        case .datePart(let key, let part): if let number = Int(text.trimmed) { dates[key, default: [:]][part] = number }
        case .note: card.notes += GoogleList.elements(of: text, in: dialect == .almanac ? .almanac : .other)
        case .group: card.categories += GoogleList.groups(in: text, dialect)
        case .uid: card.uid = text
        }
    }

    private mutating func change(_ slot: String, _ change: (inout Slot) -> Void) {
        if slots[slot] == nil { order.append(slot) }
        change(&slots[slot, default: Slot()])
    }

    private mutating func set(_ key: String, to text: String, under heading: String) {
        let isDate = ["birthday", "anniversary"].contains(key)
        if isDate {
            guard !TableDate.isNone(text) else { return }
            guard let date = TableDate.date(text) else {
                warn("“\(text.trimmed)” is no date; it is kept as a field of its own.")
                card.person.customFields.append(Labelled(heading, text))
                return
            }
            return apply(key, date.description)
        }
        // A name may be spelt in several columns.
        let before = key == "phonetic" ? card.person.name.phonetic : ""
        apply(key, before.isEmpty ? text : before + " " + text)
    }

    private mutating func apply(_ key: String, _ text: String) {
        do throws(FieldProblem) {
            let word = FieldAssignment(key: key, value: text)
            try Person.fields.first { $0.key == key }?.apply(word, to: &card.person)
        } catch {
            warn(error.description)
        }
    }

    private mutating func add(_ value: Labelled<String>, to field: String) {
        switch field {
        case "email": card.person.emails.append(value)
        case "phone": card.person.phones.append(value)
        case "url": card.person.urls.append(value)
        case "im": card.person.messengers.append(value)
        case "relation": card.person.relations.append(value)
        default: card.person.customFields.append(value)
        }
    }

    private mutating func warn(_ sentence: String) { card.warnings.append(CardWarning(line: line, sentence)) }

    // MARK: - All of it

    private mutating func finished() -> ContactCard {
        let name = card.person.name
        if !wholeName.isEmpty, name.display.isEmpty {
            (card.person.name.given, card.person.name.family) = FormattedName.parts(of: wholeName)
        }
        for key in order { if let slot = slots[key] { add(slot) } }
        for (key, parts) in dates.sorted(by: { $0.key < $1.key }) {
            let date = PartialDate(year: parts[.year], month: parts[.month], day: parts[.day])
            if let date { apply(key, date.description) } else { warn("The parts of its \(key) are no date.") }
        }
        return card
    }

    private mutating func add(_ slot: Slot) {
        let label = slot.label ?? ""
        switch slot.field {
        case "": break
        case "address":
            for text in slot.values {
                if let address = PostalAddress(text) { card.person.addresses.append(Labelled(label, address)) }
            }
            let address = slot.address.address
            if address != PostalAddress() { card.person.addresses.append(Labelled(label, address)) }
        case "event" where label.lowercased() == "anniversary" && card.person.anniversary == nil:
            for text in slot.values { set("anniversary", to: text, under: label) }
        default: for text in slot.values { add(Labelled(label, text), to: slot.field) }
        }
    }
}
