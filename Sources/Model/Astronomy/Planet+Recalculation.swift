extension Planet {
    /// Recalculates the values that depend on edited values, and removes the marks of edited values.
    ///
    /// A gravity, density, or axis counts as calculated if it agrees with the result for the old values, either
    /// approximately or after the result is rounded to as many digits as the value has.
    /// - Parameters:
    ///   - old: The planet before the edit.
    ///   - keys: The keys of the edited fields, which are not recalculated.
    mutating func recalculate(after old: Planet, except keys: Set<String>) {
        if !keys.contains("estimated") {
            for (figure, marks) in Self.marksOfEntered where keys.contains(figure.key) { estimated.subtract(marks) }
        }
        recalculateSurface(after: old, except: keys)
        if !keys.contains(PlanetFigure.axis.key), old.estimated.contains(.axis) {
            recalculate(.axis, after: old)
            if semiMajorAxisAu == nil { estimated.remove(.axis) }
        }
    }

    /// Recalculates the gravity and density that follow from the mass and radius. If the mass or radius was not
    /// measured, the values are removed, because the catalog omits them in this case.
    public mutating func recalculateSurface(after old: Planet, except keys: Set<String>) {
        for calculated in [CalculatedFigure.gravity, .density] where !keys.contains(calculated.figure.key) {
            recalculate(calculated, after: old)
        }
    }

    private static let marksOfEntered: [(PlanetFigure, Estimates)] = [
        (.mass, .anyMass), (.radius, .anyRadius), (.axis, .anyAxis),
    ]

    private mutating func recalculate(_ calculated: CalculatedFigure, after old: Planet) {
        let figure = calculated.figure
        guard let stored = old[keyPath: figure.path], self[keyPath: figure.path] == stored,
            let before = calculated.value(old),
            abs(stored / before - 1) < calculated.closeness
                || stored == before.rounded(toDigits: stored.significantDigits),
            calculated.value(self) != before || calculated.isListed(self) != calculated.isListed(old)
        else { return }
        self[keyPath: figure.path] = calculated.isListed(self) ? calculated.result(for: self) : nil
        uncertainties[figure.key] = nil
        citations.removeAll { $0.label == figure.key }
    }

    /// Returns the number of significant digits to show for a catalog value that was calculated from other values, or
    /// `nil` for any other value.
    public func calculatedDigits(of figure: PlanetFigure) -> Int? {
        guard let calculated = CalculatedFigure.all.first(where: { $0.figure.key == figure.key }),
            let stored = self[keyPath: figure.path], stored == calculated.result(for: self)
        else { return nil }
        return statedDigits(of: calculated.inputs, atMost: calculated.digits)
    }

    /// Returns the number of significant digits of the least precise of the given values, at most the given number.
    func statedDigits(of figures: [PlanetFigure], atMost most: Int) -> Int {
        figures.compactMap { figure in
            self[keyPath: figure.path].map { calculatedDigits(of: figure) ?? figure.statedDigits(of: $0) }
        }.reduce(most, min)
    }

    /// The semi-major axis in astronomical units by Kepler’s third law, neglecting the mass of the planet, or `nil` if
    /// the period or the mass of the star is unknown.
    fileprivate var keplerAxis: Double? {
        guard let orbitalPeriodDays, let starMassSun else { return nil }
        let years = Unit.day.convert(orbitalPeriodDays, to: .year)
        return (starMassSun * years * years).cubeRoot
    }

    fileprivate var hasMeasuredSurface: Bool { estimated.isDisjoint(with: [.mass, .massLimit, .radius]) }
}

/// A catalog value that is recalculated after an edit.
private struct CalculatedFigure: Sendable {
    let figure: PlanetFigure
    let inputs: [PlanetFigure]
    let value: @Sendable (Planet) -> Double?
    /// The relative difference up to which a value counts as calculated.
    let closeness: Double
    /// The maximum number of significant digits for display.
    let digits: Int
    var isListed: @Sendable (Planet) -> Bool = { _ in true }

    /// Returns the value to store, which has more digits than its inputs so that it agrees with them.
    func result(for planet: Planet) -> Double? { value(planet)?.rounded(toDigits: Double.convertedDigits) }

    static let gravity = CalculatedFigure.ofSurface(.gravity, DerivedFigure.surfaceGravity.calculation)
    static let density = CalculatedFigure.ofSurface(.density, DerivedFigure.meanDensity.calculation)
    /// The semi-major axis by Kepler’s third law. A stored axis may have been rounded to three digits.
    static let axis = CalculatedFigure(
        figure: .axis, inputs: [.period, .starMass], value: { $0.keplerAxis }, closeness: 0.006,
        digits: Double.convertedDigits)
    static let all = [gravity, density, axis]

    /// Returns the definition of a value that follows from the mass and radius. Catalogs calculate such values from
    /// more digits.
    private static func ofSurface(_ figure: PlanetFigure, _ calculation: Calculation) -> CalculatedFigure {
        CalculatedFigure(
            figure: figure, inputs: calculation.inputs, value: { calculation.value(of: $0) }, closeness: 0.02,
            digits: 3,
            isListed: { $0.hasMeasuredSurface })
    }
}

extension Planet {
    /// The constellation at the position of the body, or `nil` if the position is unknown.
    var constellationAtPosition: String? {
        guard let raDeg, let decDeg else { return nil }
        return Constellation.name(rightAscension: raDeg, declination: decDeg)
    }

    /// Updates the constellation if it is unknown or the position was changed.
    public mutating func updateConstellation(after old: Planet) {
        guard constellation.isEmpty || raDeg != old.raDeg || decDeg != old.decDeg, let constellationAtPosition else {
            return
        }
        constellation = constellationAtPosition
    }
}
