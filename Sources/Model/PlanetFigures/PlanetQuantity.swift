import Localization

/// A number that filters, lists, comparisons, and plots of planets can use: a value of the catalog, completed by its
/// derived substitute, or a derived value.
public struct PlanetQuantity: Sendable {
    /// The key in JSON.
    public let key: String
    public let title: Title
    /// The unit symbol; empty for a pure number.
    public let unit: Title
    /// The unit of the values, or `nil` for a pure number.
    public let stored: Unit?
    public let calculation: Calculation
    /// The marks that indicate that a value was not measured or was calculated from such a value.
    public let unmeasured: Estimates
    /// The value of the catalog, or `nil` for a derived value.
    public let figure: PlanetFigure?
    /// The derived value, or the substitute for a missing value of the catalog.
    public let derived: DerivedFigure?
    /// The name in filters, or `nil` if it is not available there.
    public let filter: String?

    public init(_ figure: PlanetFigure) {
        derived = DerivedFigure.all.first { $0.substituted?.key == figure.key }
        calculation = .firstKnown([.figure(figure)] + [derived?.calculation].compactMap(\.self))
        self.figure = figure
        (key, title, unit, stored) = (figure.key, figure.title, figure.unit, figure.stored)
        unmeasured = figure.unmeasured.union(derived?.calculation.unmeasured ?? [])
        filter = figure.filter
    }

    private init(_ derived: DerivedFigure) {
        self.derived = derived
        figure = nil
        calculation = derived.calculation
        (key, title, unit, stored) = (derived.key, derived.title, derived.unit, derived.stored)
        unmeasured = derived.calculation.unmeasured
        filter = derived.filter
    }

    /// All numbers: first the values of the catalog, then the derived values.
    public static let all =
        PlanetFigure.all.map(PlanetQuantity.init)
        + DerivedFigure.all.filter { $0.substituted == nil }.map(PlanetQuantity.init)

    /// Returns the number with a key in JSON.
    public static func named(_ key: String) -> PlanetQuantity? { all.first { $0.key == key } }

    /// Converts a value to another unit.
    public func convert(_ value: Double, to unit: Unit) -> Double { stored?.convert(value, to: unit) ?? value }
}

extension PlanetQuantity {
    /// The field of the filter language, for derived values.
    var filterField: FilterField? {
        guard figure == nil, let filter else { return nil }
        return FilterField(filter, key: key, .figure(stored), marks: unmeasured)
    }
}
