import Display
import Localization
import Model

extension Match {
    /// Returns a row for display, including the corrected spelling, if any.
    func row(_ fields: [Field]) -> Row {
        let understood =
            correction.map { [Field("correction", "Interpreted as", .words("interpreted as “\($0)”"))] } ?? []
        return row(matched: understood, fields)
    }

    func rowForPrograms(_ fields: [Field]) -> Row {
        row(matched: [Field("correction", "Interpreted as", .text(orNone: correction ?? ""))], fields)
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
    /// A sentence with the number of matches, or `nil` if nothing was found.
    var tally: Message? {
        if isCapped { return "\(total)+ records match, best first." }
        return count(total, "record").map { total == 1 ? "\($0) matches." : "\($0) match, best first." }
    }
}
