import Display
import Localization
import Model

extension Planet {
    /// Derived values for programs, in full precision.
    var derivedFields: [Field] {
        let figures = DerivedFigure.all.compactMap { figure in
            figure.value(of: self).map { Field(figure.key, figure.title, .number($0), for: .programs) }
        }
        guard let zone = star?.habitableZone else { return figures }
        return figures + [
            Field("habitableZoneInnerAu", "Habitable from", .number(zone.inner), for: .programs),
            Field("habitableZoneOuterAu", "Habitable to", .number(zone.outer), for: .programs),
            Field(
                "inHabitableZone", "In the habitable zone", isInHabitableZone.map(Value.flag) ?? .none, for: .programs),
        ]
    }

    /// Whether the planet is in the habitable zone of its star, or `nil` if unknown.
    var isInHabitableZone: Bool? { semiMajorAxisAu.flatMap { star?.habitableZone?.contains($0) } }

    /// Returns a table of derived values with their formulas for display, or `nil` if there are no values.
    ///
    /// - Parameter age: The age of the user in days.
    func derivedTable(age: Int?) -> Table? {
        var rows = DerivedFigure.all.compactMap { figure in
            figure.quantity(of: self).map { Row(figure.title, .quantity($0), by: figure.formula) }
        }
        if let zone = habitableZoneWords {
            rows.append(Row("Habitable zone", .words(zone), by: "Kopparapu 2014, 2600 to 7200 K"))
        }
        if let age, let period = orbitalPeriodDays, period > 0 {
            let years = (Double(age) / period).rounded(toDigits: 4)
            rows.append(
                Row(
                    "Your age there", .quantity(Quantity(years, unit: "local years")), by: "your age in days / period"
                ))
        }
        guard !rows.isEmpty else { return nil }
        let columns = [
            Column("figure", "Derived"), Column("value", "Value", isProse: true),
            Column("formula", "Formula", isProse: true),
        ]
        return Table("derived", columns: columns, rows: rows)
    }

    /// A phrase about the planet’s position relative to the habitable zone, or `nil` if the position is unknown.
    private var habitableZoneWords: Message? {
        guard let star, let temperature = star.temperatureK, let axis = semiMajorAxisAu else { return nil }
        guard HabitableZone.temperatures.contains(temperature) else { return star.zoneWords }
        return star.habitableZone.map { zone in
            if zone.contains(axis) { return "inside, \(zone.words)" }
            return axis < zone.inner ? "closer than \(zone.words)" : "farther than \(zone.words)"
        }
    }
}

extension Star {
    /// A phrase with the bounds of the habitable zone or the reason why they are unknown; `nil` if data is missing.
    var zoneWords: Message? {
        guard let temperatureK, !HabitableZone.temperatures.contains(temperatureK) else { return habitableZone?.words }
        return "unknown for a star of \(temperatureK.rounded().digits) K"
    }
}

extension HabitableZone {
    var words: Message { "\(inner.rounded(toDigits: 3)) to \(outer.rounded(toDigits: 3)) au" }
}

extension DerivedFigure {
    /// Returns the derived value of a planet, rounded for display.
    func quantity(of planet: Planet) -> Quantity? {
        let basis = Quantity.Basis(marks.intersection(planet.estimated), otherwise: .computed)
        return value(of: planet).map { Quantity($0.rounded(toDigits: 3), unit: unit, basis: basis) }
    }
}

extension Row {
    fileprivate init(_ title: Title, _ value: Value, by formula: String) {
        self.init([
            Field("figure", "Derived", .words(Message(title: title))), Field("value", "Value", value),
            Field("formula", "Formula", .text(formula)),
        ])
    }
}
