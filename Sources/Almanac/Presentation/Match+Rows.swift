import Display
import Localization
import Model

/// A match as a row: its kind, what matched, and every field of the record.
extension Match {
    /// For people, who are told where their spelling was forgiven.
    func row(_ fields: [Field]) -> Row {
        let understood = correction.map { [Field("correction", "Read as", .text("read as “\($0)”"))] } ?? []
        return row(matched: understood, fields)
    }

    func rowForPrograms(_ fields: [Field]) -> Row {
        row(matched: [Field("correction", "Read as", .text(orNone: correction ?? ""))], fields)
    }

    private func row(matched rest: [Field], _ fields: [Field]) -> Row {
        let matched = [Field("field", "Field", .text(field)), Field("text", "Text", .text(text))] + rest
        return Row(
            address: reference.address.description,
            [
                Field("kind", "Kind", .text(reference.address.kind.rawValue)),
                Field("matched", "Matched", .parts(matched)),
            ] + fields)
    }
}

extension Matches {
    /// How many there are, in a sentence; nil for none.
    var tally: Message? {
        if isCapped { return "\(total)+ records match, best first." }
        return count(total, "record").map { total == 1 ? "\($0) matches." : "\($0) match, best first." }
    }
}
