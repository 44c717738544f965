extension Planet {
    /// Recalculates the values that depend on edited values, and removes the marks of edited values.
    ///
    /// A gravity, density, or axis counts as calculated if it agrees with the result for the old values, or with that result
    /// rounded to the digits of the value.
    /// - Parameters:
    ///   - old: The planet before the edit.
    ///   - keys: The keys of the edited fields, which are not calculated.
    mutating func recalculate(after old: Planet, except keys: Set<String>) {
        if !keys.contains("estimated") {
            for (figure, marks) in Self.marksOfEntered where keys.contains(figure.key) { estimated.subtract(marks) }
        }
        recalculateSurface(after: old, except: keys)
        if !keys.contains(PlanetFigure.axis.key), old.estimated.contains(.axis) {
            recalculate(
                .axis, by: \.keplerAxis, digits: { $0.keplerDigits(atMost: $1) }, after: old, within: Self.rounding)
            if semiMajorAxisAu == nil { estimated.remove(.axis) }
        }
    }

    /// Recalculates the gravity and density that follow from the mass and radius. The catalog lists them only for
    /// measured masses and radii, so otherwise they are removed.
    public mutating func recalculateSurface(after old: Planet, except keys: Set<String>) {
        for (figure, substitute) in [
            (PlanetFigure.gravity, DerivedFigure.surfaceGravity), (.density, DerivedFigure.meanDensity),
        ] where !keys.contains(figure.key) {
            recalculate(
                figure, by: substitute.calculation.value, digits: substitute.calculation.digits, after: old,
                within: Self.closeness, if: \.hasMeasuredSurface)
        }
    }

    private static let marksOfEntered: [(PlanetFigure, Estimates)] = [
        (.mass, .anyMass), (.radius, .radius), (.axis, .axis),
    ]

    /// The maximum relative difference between a result and its rounded value with three digits.
    private static let rounding = 0.006
    /// The relative difference up to which a gravity or density counts as calculated. Catalogs calculate them from more
    /// digits.
    private static let closeness = 0.02

    private var hasMeasuredSurface: Bool { estimated.isDisjoint(with: [.mass, .massLimit, .radius]) }

    private mutating func recalculate(
        _ figure: PlanetFigure, by calculate: (Planet) -> Double?, digits: (Planet, Int) -> Int, after old: Planet,
        within tolerance: Double, if isListed: (Planet) -> Bool = { _ in true }
    ) {
        guard let stored = old[keyPath: figure.path], self[keyPath: figure.path] == stored,
            let before = calculate(old),
            abs(stored / before - 1) < tolerance || stored == before.rounded(toDigits: stored.significantDigits),
            calculate(self) != before || isListed(self) != isListed(old)
        else { return }
        let precision = digits(self, max(3, stored.significantDigits))
        self[keyPath: figure.path] = isListed(self) ? calculate(self)?.rounded(toDigits: precision) : nil
        uncertainties[figure.key] = nil
        citations.removeAll { $0.label == figure.key }
    }

    /// The semi-major axis in astronomical units by Kepler’s third law, without the mass of the planet.
    private var keplerAxis: Double? {
        guard let orbitalPeriodDays, let starMassSun else { return nil }
        let years = Unit.day.convert(orbitalPeriodDays, to: .year)
        return (starMassSun * years * years).cubeRoot
    }

    private func keplerDigits(atMost most: Int) -> Int {
        [orbitalPeriodDays, starMassSun].compactMap { $0?.statedDigits }.reduce(most, min)
    }
}
