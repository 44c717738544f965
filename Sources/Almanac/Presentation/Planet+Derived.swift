import Display
import Localization
import Model

/// What follows from the figures of a body.
extension Planet {
    /// For programs, which take it with every digit.
    var derivedFields: [Field] {
        let figures = DerivedFigure.all.compactMap { figure in
            figure.value(of: self).map { Field(figure.key, figure.title, .number($0), for: .programs) }
        }
        guard let zone = star?.habitableZone else { return figures }
        return figures + [
            Field("habitableZoneInnerAu", "Habitable from", .number(zone.inner), for: .programs),
            Field("habitableZoneOuterAu", "Habitable to", .number(zone.outer), for: .programs),
            Field(
                "inHabitableZone", "In the habitable zone",
                semiMajorAxisAu.map { .flag(zone.contains($0)) } ?? .none, for: .programs),
        ]
    }

    /// For people, each with the formula it comes by.
    ///
    /// - Parameter age: Of whoever looks, in days.
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
                    "Your age there", .quantity(Quantity(years, unit: "of its years")), by: "days of your life / period"
                ))
        }
        guard !rows.isEmpty else { return nil }
        let columns = [
            Column("figure", "Worked out"), Column("value", "Value", isProse: true),
            Column("formula", "Formula", isProse: true),
        ]
        return Table("derived", columns: columns, rows: rows)
    }

    /// Whether it is in the habitable zone of its star; nil where nothing can be said.
    private var habitableZoneWords: Message? {
        guard let star, let temperature = star.temperatureK, let axis = semiMajorAxisAu else { return nil }
        guard HabitableZone.temperatures.contains(temperature) else { return star.zoneWords }
        return star.habitableZone.map { zone in
            if zone.contains(axis) { return "inside, \(zone.words)" }
            return axis < zone.inner ? "nearer than \(zone.words)" : "farther than \(zone.words)"
        }
    }
}

extension Star {
    /// Where its habitable zone is, or why nobody can say; nil where too little is known.
    var zoneWords: Message? {
        guard let temperatureK, !HabitableZone.temperatures.contains(temperatureK) else { return habitableZone?.words }
        return "unknown, for a star of \(temperatureK.rounded().digits) K"
    }
}

extension HabitableZone {
    var words: Message { "\(inner.rounded(toDigits: 3)) to \(outer.rounded(toDigits: 3)) au" }
}

extension DerivedFigure {
    /// For people: what is worked out is no more exact than what it comes from.
    func quantity(of planet: Planet) -> Quantity? {
        let basis = Quantity.Basis(marks.intersection(planet.estimated), otherwise: .computed)
        return value(of: planet).map { Quantity($0.rounded(toDigits: 3), unit: unit, basis: basis) }
    }
}

extension Row {
    fileprivate init(_ title: Title, _ value: Value, by formula: String) {
        self.init([
            Field("figure", "Worked out", .words(Message(title: title))), Field("value", "Value", value),
            Field("formula", "Formula", .text(formula)),
        ])
    }
}
