import Display
import Localization
import Model
import Navigation

/// The titles and scales of the columns of a list, which depend on all rows.
struct ListLayout: Sendable {
    /// The titles of the columns whose title differs between bodies, by key.
    var titles: [String: Title] = [:]
    var scales: [FilterField: BarScale] = [:]

    fileprivate func title(of column: FigureInUnit) -> String {
        let title = titles[column.field.key] ?? column.title
        return column.isBar ? title + " \(FilterField.bar)" : title
    }
}

extension ListColumns {
    /// Returns the columns for display, including the ID as the last column.
    func display(in layout: ListLayout) -> [Column] { columns.map { $0.column(titled: layout.title(of: $0)) } + [.id] }

    var bars: [FigureInUnit] { columns.filter(\.isBar) }

    /// The quantities whose title differs between bodies.
    var retitledQuantities: [PlanetQuantity] {
        columns.compactMap { PlanetQuantity.named($0.field.key) }.filter { $0.conditions.count > 1 }
    }

    /// Returns a row that contains only the ID and these columns.
    ///
    /// - Parameter row: A row with all fields.
    func row(of row: Row, in layout: ListLayout) -> Row {
        let address = row.fields.first { $0.key == Column.id.key }
        let chosen = columns.map { column in
            let title = layout.title(of: column)
            guard column.isBar else { return Field(column.key, title, column.value(in: row)) }
            let part = column.figure(in: row).flatMap { layout.scales[column.field]?.part(of: $0) }
            return Field(column.key, title, part.map(Value.bar) ?? .none, for: .people)
        }
        return Row(address: row.address, [address].compactMap(\.self) + chosen)
    }
}

extension FigureInUnit {
    /// The key of the field, or a derived key if the column has a unit or shows bars.
    var key: String {
        guard let word = isBar ? FilterField.bar : unit?.name else { return field.key }
        return field.name + word.prefix(1).uppercased() + word.dropFirst()
    }

    fileprivate var title: String { PlanetQuantity.named(field.key)?.title ?? field.name.asTitle }

    fileprivate func column(titled title: Title) -> Column {
        if isBar { return Column(key, title, isPicture: true) }
        let isWhole = Person.columns.contains { $0.key == key && $0.isWhole }
        return Column(key, title, isNumber ? .trailing : .leading, isWhole: isWhole)
    }

    /// Returns the number that a bar in the column represents.
    func figure(in row: Row) -> Double? {
        switch stored(in: row) {
        case .quantity(let quantity): quantity.value
        case .integer(let number), .moreThan(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    private var isNumber: Bool {
        switch field.values {
        case .figure, .integer: true
        case .text, .phone, .name, .choice, .date, .period, .flag: false
        }
    }

    /// Returns the value of the column in a row.
    func value(in row: Row) -> Value {
        switch field.name {
        case "city": return row["addresses"].parts("locality")
        case "street", "postalcode", "region", "country": return row["addresses"].parts(field.key)
        case "person", "group", "planet":
            // A note has one subject, of any kind.
            guard case .reference(let reference) = row["about"] else { return row[field.key] }
            return reference.address.hasPrefix(field.name + "s/") ? row["about"] : .none
        default: return unit.map { stored(in: row).converted(from: field, to: $0) } ?? stored(in: row)
        }
    }

    /// Returns the value of the field in a row, or the derived value that is its substitute.
    private func stored(in row: Row) -> Value {
        let value = row[field.key]
        guard value == .none, let derived = PlanetQuantity.named(field.key)?.derived else { return value }
        return row[derived.key]
    }
}

extension String {
    /// A name such as `lastContact` as a title, such as `Last contact`.
    fileprivate var asTitle: String {
        prefix(1).uppercased()
            + dropFirst().reduce(into: "") { $0 += $1.isUppercase ? " " + $1.lowercased() : String($1) }
    }
}

extension Value {
    /// Returns the value, converted to another unit if it is a quantity.
    fileprivate func converted(from field: FilterField, to unit: Unit) -> Value {
        guard case .quantity(let quantity) = self, case .figure(let stored?) = field.values else { return self }
        let value = stored.convert(quantity.value, to: unit)
        return .quantity(
            Quantity(
                value.rounded(toDigits: 4), unit: unit.symbol, basis: quantity.basis,
                digits: min(4, quantity.digits ?? quantity.value.statedDigits)))
    }

    /// Returns one component of each structured value, such as the city of each postal address.
    fileprivate func parts(_ key: String) -> Value {
        guard case .list(let values) = self else { return .none }
        let texts = values.compactMap { value -> Value? in
            guard case .labeled(_, .parts(let fields)) = value else { return nil }
            return fields.first { $0.key == key }?.value
        }
        return .list(texts.filter { $0 != .none })
    }
}
