/// A formula over the values of a planet. It is evaluated in Swift and, for filters and sorting, in SQL.
///
/// The result is unknown if a value is missing, or if a divisor is zero.
public indirect enum Calculation: Sendable {
    case number(Double)
    case figure(PlanetFigure)
    case product([Calculation])
    case quotient(Calculation, Calculation)
    case root(Calculation)
    /// The result of a calculation, or the given number if that is less.
    case atMost(Double, Calculation)
    /// The first calculation with a known result.
    case firstKnown([Calculation])
    /// A calculation for planets of one class only.
    case only(PlanetClass, Calculation)

    /// A class of planets that has separate formulas.
    public enum PlanetClass: Hashable, Sendable {
        case orbitsSun, isExoplanet

        public func contains(_ planet: Planet) -> Bool {
            switch self {
            case .orbitsSun: planet.parent == "Sun"
            case .isExoplanet: planet.type == .exoplanet
            }
        }
    }

    /// Returns the result for a planet, or `nil` if it is unknown or not a finite number.
    public func value(of planet: Planet) -> Double? {
        result(of: planet).flatMap { $0.isFinite ? $0 : nil }
    }

    private func result(of planet: Planet) -> Double? {
        switch self {
        case .number(let number): return number
        case .figure(let figure): return planet[keyPath: figure.path]
        case .product(let factors):
            var product = 1.0
            for factor in factors {
                guard let value = factor.result(of: planet) else { return nil }
                product *= value
            }
            return product
        case .quotient(let dividend, let divisor):
            guard let dividend = dividend.result(of: planet), let divisor = divisor.result(of: planet), divisor != 0
            else { return nil }
            return dividend / divisor
        case .root(let square): return square.result(of: planet).flatMap { $0 < 0 ? nil : $0.squareRoot() }
        case .atMost(let most, let part): return part.result(of: planet).map { min($0, most) }
        case .firstKnown(let calculations): return calculations.lazy.compactMap { $0.result(of: planet) }.first
        case .only(let planets, let calculation):
            return planets.contains(planet) ? calculation.result(of: planet) : nil
        }
    }

    /// The catalog values that can be part of the formula.
    public var inputs: [PlanetFigure] {
        switch self {
        case .number: []
        case .figure(let figure): [figure]
        case .product(let parts), .firstKnown(let parts): parts.flatMap(\.inputs)
        case .quotient(let dividend, let divisor): dividend.inputs + divisor.inputs
        case .root(let part), .atMost(_, let part), .only(_, let part): part.inputs
        }
    }

    /// Returns the catalog values that the result for a planet depends on.
    public func inputs(of planet: Planet) -> [PlanetFigure] {
        switch self {
        case .number: []
        case .figure(let figure): planet[keyPath: figure.path] == nil ? [] : [figure]
        case .product(let parts): parts.flatMap { $0.inputs(of: planet) }
        case .quotient(let dividend, let divisor): dividend.inputs(of: planet) + divisor.inputs(of: planet)
        case .root(let part), .atMost(_, let part): part.inputs(of: planet)
        case .firstKnown(let parts): parts.first { $0.result(of: planet) != nil }?.inputs(of: planet) ?? []
        case .only(let planets, let part): planets.contains(planet) ? part.inputs(of: planet) : []
        }
    }

    /// The catalog marks that indicate that an input was not measured.
    var unmeasured: Estimates { inputs.reduce(into: []) { $0.formUnion($1.unmeasured) } }

    /// Returns the number of significant digits of the least precise input, at most the given number.
    public func digits(of planet: Planet, atMost most: Int) -> Int {
        planet.statedDigits(of: inputs(of: planet), atMost: most)
    }
}
