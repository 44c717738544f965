import Display
import Model
import Navigation

extension ListColumns {
    /// The columns for display, including the ID as the last column.
    var display: [Column] { columns.map(\.column) + [.id] }

    var bars: [FigureInUnit] { columns.filter(\.isBar) }

    /// Returns a row that contains only the ID and these columns.
    ///
    /// - Parameter row: A row with all fields.
    func row(of row: Row, scales: [FilterField: BarScale]) -> Row {
        let address = row.fields.first { $0.key == Column.id.key }
        let chosen = columns.map { column in
            guard column.isBar else { return Field(column.key, column.title, column.value(in: row)) }
            let part = column.figure(in: row).flatMap { scales[column.field]?.part(of: $0) }
            return Field(column.key, column.title, part.map(Value.bar) ?? .none, for: .people)
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

    var title: String {
        let title = PlanetQuantity.named(field.key)?.title ?? field.name.asTitle
        return isBar ? title + " \(FilterField.bar)" : title
    }

    var column: Column {
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
