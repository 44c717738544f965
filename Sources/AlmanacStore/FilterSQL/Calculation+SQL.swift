import Model

extension Calculation {
    /// The formula as an SQL expression over the columns of `planet`. An infinite result is NULL, as in Swift.
    var sql: String { "nullif(\(expression), 9e999)" }

    private var expression: String {
        switch self {
        case .number(let number): "\(number)"
        case .figure(let figure): "planet.\(Self.columns[figure.key] ?? "NULL")"
        case .product(let factors): "(\(factors.map(\.expression).joined(separator: " * ")))"
        case .quotient(let dividend, let divisor): "(\(dividend.expression) / \(divisor.expression))"
        case .root(let square): "sqrt(\(square.expression))"
        case .atMost(let most, let part): "min(\(part.expression), \(most))"
        case .firstKnown(let calculations):
            calculations.count == 1
                ? calculations[0].expression : "coalesce(\(calculations.map(\.expression).joined(separator: ", ")))"
        case .only(let planets, let calculation): "CASE WHEN \(planets.condition) THEN \(calculation.expression) END"
        }
    }

    /// The columns of the catalog values by key.
    private static let columns = Dictionary(
        Planet.fields.compactMap { field in field.columns.first.map { (field.key, $0) } }
    ) { first, _ in first }
}

extension Calculation.PlanetClass {
    fileprivate var condition: String {
        switch self {
        case .orbitsSun: "planet.parent = 'Sun'"
        case .isExoplanet: "planet.type = '\(PlanetType.exoplanet.rawValue)'"
        }
    }
}
