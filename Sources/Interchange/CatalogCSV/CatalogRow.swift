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
    /// The column declarations in the header, by heading.
    var declared: [String: DeclaredColumn] = [:]

    /// Returns the cell of a column, or `nil` if it is missing, empty, or a declared null value.
    func cell(_ heading: String) -> CSVField? {
        guard let index = columns[heading], fields.indices.contains(index) else { return nil }
        let text = fields[index].text.trimmed
        return text.isEmpty || declared[heading]?.nulls.contains(text) == true ? nil : fields[index]
    }

    func text(_ heading: String) -> String? { cell(heading)?.text.trimmed }

    func has(_ heading: String) -> Bool { columns[heading] != nil }

    /// Returns the number in a cell, or `nil` if it is missing.
    ///
    /// - Parameter unit: The unit of the result, or `nil` for a pure number.
    /// - Throws: `RowProblem` if the cell contains something else, or if its declared unit cannot be converted.
    func number(_ heading: String, in unit: Unit? = nil) throws(RowProblem) -> Double? {
        guard let cell = cell(heading), !MissingNumber.isSpelling(cell.text.trimmed) else { return nil }
        guard let number = Double(written: cell.text) else {
            throw RowProblem(
                place: place(of: cell), reason: "\(heading): invalid value “\(cell.text)”; expected a number.")
        }
        guard let converted = (declared[heading] ?? DeclaredColumn()).number(number, in: unit) else {
            throw RowProblem(
                place: place(of: cell),
                reason:
                    "\(heading): the unit “\(declared[heading]?.unit ?? "")” cannot be converted to \(unit?.symbol ?? "")."
            )
        }
        return converted
    }

    func hasNumber(_ heading: String) -> Bool { text(heading).flatMap { Double(written: $0) } != nil }

    private func place(of cell: CSVField) -> SourceLocation {
        SourceLocation(file: place.file, line: cell.line, column: cell.column)
    }

    func require(_ heading: String) throws(RowProblem) -> String {
        guard let text = text(heading) else {
            throw RowProblem(place: place, reason: "The row has no value for \(heading).")
        }
        return text
    }

    /// Appends an assignment if its field exists and its value is not a missing number.
    ///
    /// - Throws: `RowProblem` if the field does not accept the value.
    func add(
        _ word: FieldAssignment, from cell: CSVField, to words: inout [FieldAssignment]
    ) throws(RowProblem) {
        guard let field = Planet.fieldIndex[word.key] else { return }
        switch field.value {
        case .figure, .integer, .flag, .uncertainties: if MissingNumber.isSpelling(word.value) { return }
        default: break
        }
        var trial = Planet()
        do throws(FieldProblem) {
            try field.apply(word, to: &trial)
        } catch {
            throw RowProblem(place: place(of: cell), reason: error.sentence)
        }
        words.append(word)
    }
}

extension CatalogEntry {
    /// Adds the value of a cell, or a warning if its field does not accept the value.
    @discardableResult
    mutating func add(_ word: FieldAssignment, from cell: CSVField, of row: CatalogRow) -> Bool {
        do throws(RowProblem) {
            try row.add(word, from: cell, to: &assignments)
            return true
        } catch {
            warnings.append(error)
            return false
        }
    }

    /// Returns the number in a cell, or `nil` if it is missing. A cell without a valid number, or with a unit that
    /// cannot be converted, adds a warning.
    mutating func number(_ heading: String, in unit: Unit? = nil, of row: CatalogRow) -> Double? {
        do throws(RowProblem) {
            return try row.number(heading, in: unit)
        } catch {
            warnings.append(error)
            return nil
        }
    }

    /// Returns the number in a column, in the expected unit of the column.
    mutating func number(in column: ExoplanetArchiveColumns.Figure, of row: CatalogRow) -> Double? {
        number(column.heading, in: column.expected, of: row)
    }
}

extension Planet {
    static let fieldIndex = FieldIndex(fields)
}

/// A problem with a catalog row or with one of its values.
public struct RowProblem: Error, Hashable, Sendable {
    public let place: SourceLocation
    public let reason: Message
}

/// A parser of catalogs in Almanac’s own layout, with planet fields and custom fields (`field.LABEL`) as columns.
enum AlmanacCatalogColumns {
    static let name = "name"
    private static let estimated = "estimated"

    static func isKnown(_ heading: String) -> Bool {
        let word = heading.prefix { $0 != "." }
        return word == name || Planet.fieldIndex[word] != nil || figure(heading) != nil
    }

    /// Returns whether a heading names a value, such as `massKg` or `mass.mjup`.
    static func isFigure(_ heading: String) -> Bool {
        if case .figure? = Planet.fieldIndex[heading]?.value { return true }
        return figure(heading) != nil
    }

    /// Returns the heading for a field of a column mapping: a key, a name of the filter language, or a label, with an
    /// optional unit or label after a period. Returns `nil` if there is no such field or unit.
    static func heading(mapped text: String) -> String? {
        guard let field = field(mapped: text) else { return nil }
        let parts = text.split(separator: ".", maxSplits: 1)
        guard parts.count > 1 else { return field.key }
        let heading = "\(field.key).\(parts[1])"
        if case .figure = field.value { return figure(heading).map { _ in heading } }
        return heading
    }

    /// Returns the units of the value that a field of a column mapping names, or an empty array for other fields.
    static func units(mapped text: String) -> [Unit] {
        guard case .figure(let figure)? = field(mapped: text)?.value else { return [] }
        return Unit.all.filter { $0.dimension == figure.stored?.dimension }
    }

    /// Returns whether a field of a column mapping is numeric. Only planets have numeric fields.
    static func isNumber(mapped text: String) -> Bool {
        switch field(mapped: text)?.value {
        case .figure?, .integer?: true
        default: false
        }
    }

    private static func field(mapped text: String) -> EditableField<Planet>? {
        Planet.fields.named(String(text.prefix { $0 != "." }))
    }

    /// Returns the value and the unit named by a heading such as `mass.mjup` or `massKg.mjup`.
    private static func figure(_ heading: String) -> (figure: PlanetFigure, unit: Unit)? {
        let parts = heading.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let unit = Unit(String(parts[1])) else { return nil }
        let field =
            Planet.fieldIndex[parts[0]]
            ?? Planet.fields.first { $0.filters.contains { $0.name == parts[0].lowercased() } }
        guard case .figure(let figure)? = field?.value, figure.stored?.dimension == unit.dimension else { return nil }
        return (figure, unit)
    }

    static func entry(
        of row: CatalogRow, headings: [String]
    ) throws(RowProblem) -> CatalogEntry {
        var entry = CatalogEntry(row, name: FormulaGuard.unguarded(try row.require(name)))
        for heading in headings where heading != name {
            guard let cell = row.cell(heading) else { continue }
            do throws(RowProblem) {
                try read(cell, under: heading, into: &entry, of: row)
            } catch {
                entry.warnings.append(error)
            }
        }
        // Setting a value removes its uncertainty, so uncertainties are set after all values.
        let isUncertainty = { (assignment: FieldAssignment) in assignment.key == "uncertainty" }
        entry.assignments =
            entry.assignments.filter { !isUncertainty($0) } + entry.assignments.filter(isUncertainty)
        guard row.has(estimated) else { return entry }
        entry.decidedMarks = entry.assignments.reduce(entry.marks) { $0.union(CatalogEntry.marks(of: $1.key)) }
        return entry
    }

    private static func read(
        _ cell: CSVField, under heading: String, into entry: inout CatalogEntry, of row: CatalogRow
    ) throws(RowProblem) {
        let parts = heading.split(separator: ".", maxSplits: 1).map(String.init)
        let text = FormulaGuard.unguarded(cell.text.trimmed)
        if let (figure, unit) = figure(heading), let stored = figure.stored {
            let number = Double(written: text) == nil ? nil : try row.number(heading, in: unit)
            let value = number.map { String(unit.convert($0, to: stored).rounded(toDigits: 8)) } ?? text
            return try row.add(FieldAssignment(key: figure.key, value: value), from: cell, to: &entry.assignments)
        }
        guard let word = parts.first, let field = Planet.fieldIndex[word] else { return }
        if case .figure(let figure) = field.value, let original = Double(written: text),
            let number = try row.number(heading, in: figure.stored), number != original
        {
            return try row.add(
                FieldAssignment(key: field.key, value: String(number.rounded(toDigits: 8))), from: cell,
                to: &entry.assignments)
        }
        switch field.key {
        case "aliases":
            // Aliases are separated by “|” in the sample data and by “;” in CSV output.
            entry.aliases = text.split { "|;".contains($0) }.map(\.trimmed).filter { !$0.isEmpty }
        case "source":
            entry.sources = CatalogEntry.parts(of: text)
        case "citation":
            entry.citations.append(Labeled(parts.count > 1 ? parts[1] : "", text))
        case "uncertainty":
            for part in parts.count > 1 ? [text] : text.split(separator: ";").map(\.trimmed) {
                let words = part.split(separator: ":", maxSplits: 1).map(\.trimmed)
                let label = parts.count > 1 ? parts[1] : words.first
                let word = FieldAssignment(key: field.key, label: label, value: words.last ?? "")
                try row.add(word, from: cell, to: &entry.assignments)
            }
        case Self.estimated:
            guard let marks = Estimates(catalog: text) else {
                let word = FieldAssignment(key: estimated, value: text)
                return try row.add(word, from: cell, to: &entry.assignments)
            }
            entry.marks = marks
        default:
            let word = FieldAssignment(key: field.key, label: parts.count > 1 ? parts[1] : nil, value: text)
            try row.add(word, from: cell, to: &entry.assignments)
        }
    }
}
