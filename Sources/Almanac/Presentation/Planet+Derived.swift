import Display
import Localization
import Model

extension Planet {
    /// Derived values for programs, in full precision.
    var derivedFields: [Field] {
        let figures = derivedQuantities.map { Field($0.key, $0.title, .quantity($1), for: .programs) }
        guard let zone = star?.habitableZone else { return figures }
        return figures + [
            Field(
                "habitableZoneIsExtrapolated", "Extrapolated habitable zone", .flag(zone.isExtrapolated),
                for: .programs),
            Field("habitableZoneInnerAu", "Habitable from", .number(zone.inner), for: .programs),
            Field("habitableZoneOuterAu", "Habitable to", .number(zone.outer), for: .programs),
            Field(
                "inHabitableZone", "In the habitable zone", isInHabitableZone.map(Value.flag) ?? .none, for: .programs),
        ]
    }

    /// The derived values that pages show.
    var derivedQuantities: [(figure: DerivedFigure, quantity: Quantity)] {
        DerivedFigure.all.compactMap { figure in
            figure.quantity(of: self).map { (figure, $0) }
        }
    }

    /// Whether the planet is in the habitable zone of its star, or `nil` if unknown.
    var isInHabitableZone: Bool? { semiMajorAxisAu.flatMap { star?.habitableZone?.contains($0) } }

    /// Returns a table of derived values with their formulas for display, or `nil` if there are no values.
    ///
    /// - Parameter age: The age of the user in days.
    func derivedTable(age: Int?) -> Table? {
        var rows = derivedQuantities.map { Row($0.title(for: self), .quantity($1), by: $0.formula) }
        if let zone = habitableZoneWords {
            rows.append(Row("Habitable zone", .words(zone), by: "Kopparapu 2014, 2600 to 7200 K"))
        }
        if let age, let period = orbitalPeriodDays, period > 0 {
            let years = Quantity(
                Double(age) / period, unit: "local years", digits: min(4, PlanetFigure.period.statedDigits(of: period)))
            rows.append(Row("Your age there", .quantity(years), by: "your age in days / period"))
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
        guard let star, let axis = semiMajorAxisAu else { return nil }
        guard let zone = star.habitableZone else { return star.zoneWords }
        if zone.contains(axis) { return "inside, \(zone.words)" }
        return axis < zone.inner ? "closer than \(zone.words)" : "farther than \(zone.words)"
    }
}

extension Star {
    /// A phrase with the bounds of the habitable zone or the reason why they are unknown; `nil` if data is missing.
    var zoneWords: Message? {
        if let habitableZone { return habitableZone.words }
        guard let temperatureK, !HabitableZone.temperatures.contains(temperatureK),
            !HabitableZone.extrapolated.contains(temperatureK)
        else { return nil }
        return "unknown for a star of \(temperatureK.rounded().digits) K"
    }
}

extension HabitableZone {
    var words: Message {
        let bounds: Message = "\(inner.rounded(toDigits: digits)) to \(outer.rounded(toDigits: digits)) au"
        return isExtrapolated ? "\(bounds), extrapolated" : bounds
    }
}

extension DerivedFigure {
    /// Returns the derived value of a planet. In readable output, it has at most three digits, and at most those of its
    /// inputs.
    func quantity(of planet: Planet) -> Quantity? {
        let marks = calculation.inputs(of: planet).reduce(into: Estimates()) { $0.formUnion($1.marks) }
        let basis = Quantity.Basis(
            marks.intersection(planet.estimated), otherwise: isHypothetical(for: planet) ? .hypothetical : .computed)
        return value(of: planet).map {
            Quantity($0, unit: unit, basis: basis, digits: calculation.digits(of: planet, atMost: 3))
        }
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
