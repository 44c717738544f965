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
            let ids = try await resolver.ids([first] + others).compactMap(Planet.ID.init)
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
        var rows = PlanetQuantity.all.filter(\.isComparable).compactMap { quantity in
            row(
                quantity, title: quantity.title(among: bodies.map { quantity.title(of: $0) }),
                bodies.map { quantity.quantity(of: $0) })
        }
        // The axis in kilometers repeats the axis in astronomical units, unless only moons are compared.
        if rows.contains(where: { $0.key == PlanetFigure.axis.key }) {
            rows.removeAll { $0.key == PlanetFigure.axisKm.key }
        }
        return rows
    }

    private func row(_ quantity: PlanetQuantity, title: Title, _ values: [Quantity?]) -> Comparison.Difference? {
        guard values.count(where: { $0 != nil }) > 1 else { return nil }
        let shown = values.enumerated().map { place, value in
            value.map { Value.quantity(place == 0 ? $0.alone : $0.beside(values[0])) } ?? .none
        }
        return Comparison.Difference(key: quantity.key, title: title, values: shown)
    }
}

extension PlanetQuantity {
    // Ratios of angles are not meaningful.
    fileprivate var isComparable: Bool { stored?.dimension != .angle }
}

extension Quantity {
    /// The quantity without comparisons. In human-readable output, it has at most four digits.
    fileprivate var alone: Quantity {
        Quantity(value, unit: unit, basis: basis, digits: min(4, digits ?? value.statedDigits))
    }

    /// Returns the quantity together with its ratio to another quantity, or alone if the other quantity is zero or
    /// unknown.
    fileprivate func beside(_ other: Quantity?) -> Quantity {
        guard let other, other.value != 0 else { return alone }
        let digits = [self, other].map { $0.digits ?? $0.value.statedDigits }.reduce(3, min)
        let ratio = (value / other.value).rounded(toDigits: digits)
        return Quantity(
            value, unit: unit, basis: basis, comparisons: [Amount(ratio, unit: "×")], digits: alone.digits)
    }
}
