import Display
import Localization
import Model

extension Planet: Presentable {
    static let columns = [
        Column("name", "Name"), Column("type", "Type"), Column("parent", "Orbits"),
        Column(massEarth, "Mass", .trailing), Column(radiusEarth, "Radius", .trailing),
        Column("discoveryYear", "Discovered", .trailing),
        .id,
    ]
    private static let massEarth = "massEarth"
    private static let radiusEarth = "radiusEarth"

    /// Adds mass and radius as multiples of Earth’s values to a row for display.
    static func listed(_ row: Row) -> Row {
        let figures = [(massEarth, PlanetFigure.mass), (radiusEarth, PlanetFigure.radius)].map { key, figure in
            Field(key, figure.title, row[figure.key].inFirstComparison, for: .people)
        }
        return Row(address: row.address, row.fields + figures)
    }

    static let leftOut = [
        (noun: "retracted", condition: "status = retracted"),
        (noun: "fictional", condition: "type = fictional and not status = retracted"),
    ]
    static let placeholder: Message =
        "No planets yet. Use “seed solar” or “seed exoplanets” to load some."

    func quantity(of figure: PlanetFigure) -> Quantity? { figure.quantity(of: self) }

    static let page = fields.inPageOrder()

    static func derived(from planet: Record<Planet>) -> [Field] { planet.content.derivedFields }

    static func links(of planet: Record<Planet>) -> [Field] {
        [Field("picture", "Picture", .text(orNone: planet.picture?.rawValue ?? ""), for: .programs)]
            + related(to: planet).map(\.field)
            + [Field("smartGroups", "Smart groups", .references(planet.links.smartGroups), for: .programs)]
    }

    static func presentOnly(of planet: Record<Planet>) -> Set<String> { ["residents", "smartGroups", "notes"] }

    static var relatedNow: RelatedRecords? { RelatedRecords(siblings: .none, around: "") }

    static func related(to planet: Record<Planet>) -> [RelatedRecords] {
        [
            RelatedRecords("residents", "Residents", planet.links.residents, list: .person),
            RelatedRecords("groups", "Groups", planet.links.groups, list: .group)
                .withKinds(planet.links.groupKinds, smartGroups: planet.links.smartGroups),
            RelatedRecords("notes", "Notes", planet.links.notes, list: .note),
        ]
    }

    static func consequences(ofDeleting planet: Record<Planet>) -> [Message] {
        [
            count(planet.links.residents.count, "person").map { "leaves \($0) without a home planet" },
            count(planet.links.groups.count, "membership").map { "removes \($0)" },
            count(planet.links.notes.count, "note").map { "detaches \($0)" },
        ].compactMap { $0 }
    }

    var webAddress: String? { url.isEmpty ? nil : url }

    static var photoPath: (WritableKeyPath<Planet, BlobID?> & Sendable)? { \Planet.picture }
}

extension PlanetQuantity {
    /// Returns the value of a planet: the value of the catalog or, if that is unknown, the derived value, if any.
    func quantity(of planet: Planet) -> Quantity? {
        figure?.quantity(of: planet) ?? derived?.quantity(of: planet)
    }

    /// Returns the title of a body’s value.
    func title(of planet: Planet) -> Title {
        if figure == nil, let derived { return derived.title(for: planet) }
        return Planet.fields.first { $0.key == key }?.title(of: planet) ?? title
    }

    /// The possible titles of the value, each with a filter for the bodies whose value has this title.
    var conditions: [Title: String] {
        Dictionary(grouping: PlanetType.allCases) { type in
            var planet = Planet()
            planet.type = type
            return title(of: planet)
        }.mapValues { types in types.map { "type = '\($0.rawValue)'" }.joined(separator: " or ") }
    }

    /// Returns a common title for the values of several bodies. Only exoplanets have equilibrium temperatures, so the
    /// common title of different temperatures is “Temperature”.
    func title(among titles: some Sequence<Title>) -> Title {
        let titles = Set(titles)
        if titles.count == 1, let only = titles.first { return only }
        return key == PlanetFigure.temperature.key ? "Temperature" : title
    }
}

extension PlanetFigure {
    /// Returns the value of a planet, or `nil` if it is unknown. In human-readable output, a calculated value has at
    /// most as many digits as its inputs.
    func quantity(of planet: Planet) -> Quantity? {
        guard let value = planet[keyPath: path] else { return nil }
        let uncertainty = planet.uncertainties[key]
        let calculatedDigits = planet.calculatedDigits(of: self)
        // Rounding to one digit can change a value by a third, so a converted value has at least two.
        let stated = max(2, calculatedDigits ?? statedDigits(of: value))
        let comparisons = units(for: value).map { comparison in
            let bounds = uncertainty.map {
                Quantity.Uncertainty(
                    upper: convert($0.upper, to: comparison.unit), lower: convert($0.lower, to: comparison.unit))
            }
            return Quantity.Amount(
                convert(value, to: comparison.unit).rounded(toDigits: min(4, stated)), unit: comparison.symbol,
                uncertainty: bounds)
        }
        return Quantity(
            value, unit: unit, basis: planet.provenance(of: self).map(Quantity.Basis.init), comparisons: comparisons,
            uncertainty: uncertainty.map { Quantity.Uncertainty(upper: $0.upper, lower: $0.lower) },
            digits: digits ?? calculatedDigits ?? (stated < value.statedDigits ? stated : nil),
            notation: notation(of: value))
    }

    /// Returns a position in sexagesimal notation, or an empty string for other values.
    private func notation(of value: Double) -> String {
        switch key {
        case PlanetFigure.rightAscension.key: Sexagesimal.hours(ofDegrees: value)
        case PlanetFigure.declination.key: Sexagesimal.degrees(value)
        default: ""
        }
    }
}

extension Quantity.Basis {
    init(_ provenance: Provenance) {
        self =
            switch provenance {
            case .measured: .measured
            case .upperLimit: .upperLimit
            case .lowerLimit: .lowerLimit
            case .computed: .computed
            case .unknown: .unknown
            }
    }
}

extension Value {
    /// The value in its first comparison unit, or unchanged if it has no comparison unit.
    fileprivate var inFirstComparison: Value {
        guard case .quantity(let quantity) = self, let amount = quantity.comparisons.first else { return self }
        return .quantity(Quantity(amount.value, unit: amount.unit, basis: quantity.basis))
    }
}

extension Planet {
    /// Derived values in full precision, for machine-readable output.
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

    /// The derived values of the planet, except unknown ones.
    var derivedQuantities: [(figure: DerivedFigure, quantity: Quantity)] {
        DerivedFigure.all.compactMap { figure in
            figure.quantity(of: self).map { (figure, $0) }
        }
    }

    /// Whether the planet is in the habitable zone of its star, or `nil` if unknown.
    var isInHabitableZone: Bool? { semiMajorAxisAu.flatMap { star?.habitableZone?.contains($0) } }

    /// Returns a table of derived values with their formulas for display, or `nil` if there are no values.
    ///
    /// - Parameter age: The age of the user in days, if known.
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
    /// A phrase that states the bounds of the habitable zone, or that the star’s temperature is outside the supported
    /// range; `nil` if values of the star are missing.
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
    /// Returns the derived value of a planet, or `nil` if an input is unknown. In human-readable output, the value has
    /// at most three digits, and at most as many as its inputs.
    func quantity(of planet: Planet) -> Quantity? {
        let marks = calculation.inputs(of: planet).reduce(into: Estimates()) { $0.formUnion($1.marks) }
        let basis: Quantity.Basis =
            switch planet.provenance(marked: marks) {
            case .upperLimit: .upperLimit
            case .lowerLimit: .lowerLimit
            case .measured, .computed, .unknown, nil: isHypothetical(for: planet) ? .hypothetical : .computed
            }
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
