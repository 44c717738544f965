import Display
import Model

extension ListColumns {
    /// For people; the address, by which a row is picked, stands behind them.
    var display: [Column] { columns.map(\.column) + [.address] }

    /// A row with just these columns, for people and programs, out of one with all fields.
    func row(of row: Row) -> Row {
        let address = row.fields.first { $0.key == Column.address.key }
        let chosen = columns.map { Field($0.key, $0.title, $0.value(in: row)) }
        return Row(address: row.address, [address].compactMap(\.self) + chosen)
    }
}

extension FigureInUnit {
    /// The key of the field it shows; in a unit of its own choosing another one.
    var key: String {
        unit.map { field.name + $0.name.prefix(1).uppercased() + $0.name.dropFirst() } ?? field.key
    }

    var title: String {
        let figure = PlanetFigure.all.first { $0.key == field.key }
        return figure?.title ?? field.name.prefix(1).uppercased() + field.name.dropFirst()
    }

    var column: Column { Column(key, title, isNumber ? .trailing : .leading) }

    private var isNumber: Bool {
        switch field.values {
        case .figure, .integer: true
        case .text, .name, .choice, .date, .flag: false
        }
    }

    /// What a row says of it.
    func value(in row: Row) -> Value {
        switch field.name {
        case "city": return row["addresses"].parts("locality")
        case "country": return row["addresses"].parts("country")
        case "person", "group", "planet":
            // A note is about one record of whatever kind.
            guard case .reference(let reference) = row["about"] else { return row[field.key] }
            return reference.address.hasPrefix(field.name + "s/") ? row["about"] : .none
        default: return unit.map { row[field.key].converted(from: field, to: $0) } ?? row[field.key]
        }
    }
}

extension Value {
    /// A figure in another unit of its dimension, as people write it.
    fileprivate func converted(from field: FilterField, to unit: Unit) -> Value {
        guard case .quantity(let quantity) = self, case .figure(let stored?) = field.values else { return self }
        let value = stored.convert(quantity.value, to: unit)
        return .quantity(Quantity(value.rounded(toDigits: 4), unit: unit.symbol, basis: quantity.basis))
    }

    /// A part of each of several values with parts.
    fileprivate func parts(_ key: String) -> Value {
        guard case .list(let values) = self else { return .none }
        let texts = values.compactMap { value -> Value? in
            guard case .labelled(_, .parts(let fields)) = value else { return nil }
            return fields.first { $0.key == key }?.value
        }
        return .list(texts.filter { $0 != .none })
    }
}
