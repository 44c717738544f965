import Localization
import Model
import Text

/// A row of a catalog, with access to its cells by heading.
struct CatalogRow {
    /// The indices of the columns, by heading.
    let columns: [String: Int]
    let fields: [CSVField]
    let place: SourceLocation
    let source: SourceText

    /// Returns the cell of a column, or `nil` if it is missing or empty.
    func cell(_ heading: String) -> CSVField? {
        guard let index = columns[heading], fields.indices.contains(index) else { return nil }
        return fields[index].text.trimmed.isEmpty ? nil : fields[index]
    }

    func text(_ heading: String) -> String? { cell(heading)?.text.trimmed }

    func has(_ heading: String) -> Bool { columns[heading] != nil }

    func number(_ heading: String) throws(RowProblem) -> Double? {
        guard let cell = cell(heading) else { return nil }
        guard let number = Double(cell.text.trimmed), number.isFinite else {
            throw RowProblem(
                place: place(of: cell), reason: "\(heading): invalid value “\(cell.text)”; expected a number.")
        }
        return number
    }

    private func place(of cell: CSVField) -> SourceLocation {
        SourceLocation(file: place.file, line: cell.line, column: cell.column)
    }

    func require(_ heading: String) throws(RowProblem) -> String {
        guard let text = text(heading) else {
            throw RowProblem(place: place, reason: "The row has no value for \(heading).")
        }
        return text
    }

    /// Appends an assignment if its field exists.
    ///
    /// - Throws: `RowProblem` if the field does not accept the value.
    func add(
        _ word: FieldAssignment, from cell: CSVField, to words: inout [FieldAssignment]
    ) throws(RowProblem) {
        guard let field = Planet.fieldIndex[word.key] else { return }
        var trial = Planet()
        do throws(FieldProblem) {
            try field.apply(word, to: &trial)
        } catch {
            throw RowProblem(place: place(of: cell), reason: error.sentence)
        }
        words.append(word)
    }
}

extension Planet {
    /// The fields by the headings of catalogs.
    static let fieldIndex = FieldIndex(fields)
}

/// A problem with a catalog row.
struct RowProblem: Error {
    let place: SourceLocation
    let reason: Message
}
