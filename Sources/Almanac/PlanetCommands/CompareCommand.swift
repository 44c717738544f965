import Display
import Localization
import Model
import Navigation

/// The command that compares planets. The values of the other planets are also shown as multiples of the first planet’s
/// values.
struct CompareCommand: Sendable {
    let planets: any PlanetDataSource
    let resolver: RecordResolver

    var command: Command {
        Command(
            "compare", .argument("PLANET", .record(.planet)), .some("OTHER", .record(.planet)),
            about: "Compare planets, with values relative to the first", examples: ["compare earth mars jupiter"]
        ) { _, first, others in
            let ids = try await resolver.addresses([first] + others).compactMap(Planet.ID.init)
            let bodies = try await planets.records(ids).map(\.content)
            let rows = differences(among: bodies)
            guard !rows.isEmpty else {
                let names = bodies.map(\.title).joined(separator: ", ")
                return .tell(.message("Nothing to compare: no value is known for two or more of \(names)."))
            }
            let comparison = Comparison(names: bodies.map { "\($0.title)" }, rows: rows)
            return .tell(
                Page("Comparison", [.table(table(rows, of: bodies))], forPrograms: [.comparison(comparison)]))
        }
    }

    private func table(_ rows: [Comparison.Difference], of bodies: [Planet]) -> Table {
        let columns = bodies.enumerated().map { Column("\($0)", $1.title, isProse: true) }
        return Table(
            "compared", columns: [Column("figure", "Value")] + columns,
            rows: rows.map { row in
                let values = row.values.enumerated().map { Field("\($0)", bodies[$0].title, $1) }
                return Row([Field("figure", "Value", .words(Message(title: row.title)))] + values)
            })
    }

    /// Returns a row for each value that is known for at least two planets.
    private func differences(among bodies: [Planet]) -> [Comparison.Difference] {
        let catalog = PlanetFigure.all.filter(\.isComparable).map { figure in
            row(figure.key, figure.title, bodies.map { figure.quantity(of: $0) })
        }
        let derived = DerivedFigure.all.map { figure in
            row(figure.key, figure.title, bodies.map { figure.quantity(of: $0) })
        }
        return (catalog + derived).compactMap { $0 }
    }

    private func row(_ key: String, _ title: String, _ quantities: [Quantity?]) -> Comparison.Difference? {
        guard quantities.count(where: { $0 != nil }) > 1 else { return nil }
        let values = quantities.enumerated().map { place, quantity in
            quantity.map { Value.quantity(place == 0 ? $0.alone : $0.beside(quantities[0])) } ?? .none
        }
        return Comparison.Difference(key: key, title: title, values: values)
    }
}

extension PlanetFigure {
    // Ratios of angles are not meaningful, and the axis in kilometers repeats the axis in astronomical units.
    fileprivate var isComparable: Bool { stored?.dimension != .angle && key != PlanetFigure.axisKm.key }
}

extension Quantity {
    fileprivate var alone: Quantity { Quantity(value.rounded(toDigits: 4), unit: unit, basis: basis) }

    /// Returns the quantity together with its ratio to another quantity.
    fileprivate func beside(_ other: Quantity?) -> Quantity {
        guard let other, other.value != 0 else { return alone }
        let ratio = (value / other.value).rounded(toDigits: 3)
        return Quantity(
            value.rounded(toDigits: 4), unit: unit, basis: basis, comparisons: [Amount(ratio, unit: "×")])
    }
}
