import Localization

/// A value that is calculated from other values of the same body.
public struct DerivedFigure: Sendable {
    public let key: String
    public let title: Title
    public let unit: Title
    /// The formula in ASCII characters, with its source.
    public let formula: String
    /// The catalog marks that determine whether the result is a limit.
    public let marks: Estimates
    private let compute: @Sendable (Planet) -> Double?

    private init(
        _ key: String, _ title: Title, _ unit: Title, _ formula: String, marks: Estimates = [],
        _ compute: @escaping @Sendable (Planet) -> Double?
    ) {
        self.key = key
        self.title = title
        self.unit = unit
        self.formula = formula
        self.marks = marks
        self.compute = compute
    }

    /// Returns the value for a body, or `nil` if an input value is missing.
    public func value(of planet: Planet) -> Double? {
        compute(planet).flatMap { $0.isFinite ? $0 : nil }
    }

    /// The standard gravity in m/s², defined by the third CGPM (1901).
    private static let standardGravity = 9.80665
    /// The speed of light in km/s.
    private static let lightSpeed = 299_792.458

    public static let starLuminosity = DerivedFigure(
        "starLuminositySun", "Star’s luminosity", "L☉", "R^2 (T / 5772 K)^4 (IAU 2015 B3)"
    ) { planet in
        planet.parent == "Sun" ? nil : planet.star?.luminositySun
    }

    public static let insolation = DerivedFigure(
        "insolationEarth", "Insolation", "of Earth’s", "star's luminosity / a^2"
    ) { planet in
        guard let luminosity = planet.star?.luminositySun, let axis = planet.semiMajorAxisAu else { return nil }
        return luminosity / (axis * axis)
    }

    public static let all = [
        DerivedFigure("surfaceGravityMS2", "Gravity", "m/s²", "G M / R^2", marks: .anyMass) { planet in
            planet.gravityMS2 == nil ? planet.surfaceGravity : nil
        },
        DerivedFigure("meanDensityGCm3", "Density", "g/cm³", "3 M / (4 pi R^3)", marks: .anyMass) { planet in
            planet.densityGCm3 == nil ? planet.meanDensity : nil
        },
        DerivedFigure("escapeVelocityKmS", "Escape velocity", "km/s", "sqrt(2 G M / R)", marks: .anyMass) { planet in
            guard let mass = planet.massKg, let radius = planet.radiusKm else { return nil }
            return (2 * Planet.gravitationalConstant * mass / (radius * 1000)).squareRoot() / 1000
        },
        DerivedFigure(
            "weightEarth", "Your weight", "of Earth’s", "gravity / 9.80665 m/s2 (3rd CGPM)", marks: .anyMass
        ) { planet in
            (planet.gravityMS2 ?? planet.surfaceGravity).map { $0 / standardGravity }
        },
        starLuminosity,
        insolation,
        DerivedFigure("transitDepthPercent", "Transit depth", "%", "(R / star's R)^2 (Winn 2010)") { planet in
            guard planet.type == .exoplanet, let radius = planet.radiusKm, let star = planet.starRadiusSun else {
                return nil
            }
            let ratio = radius / Unit.rsun.convert(star, to: .km)
            return ratio * ratio * 100
        },
        DerivedFigure("lightTimeYears", "Light travel time", "years", "distance / c") { planet in
            planet.distancePc.map { Unit.pc.convert($0, to: .ly) }
        },
        DerivedFigure("sunlightMinutes", "Sunlight travel time", "minutes", "a / c") { planet in
            guard planet.parent == "Sun", let axis = planet.semiMajorAxisAu else { return nil }
            return Unit.au.convert(axis, to: .km) / lightSpeed / 60
        },
    ]
}

extension Planet {
    /// The gravitational constant in m³ kg⁻¹ s⁻² (CODATA 2018).
    static let gravitationalConstant = 6.6743e-11

    /// The surface gravity in m/s²: G M / R².
    public var surfaceGravity: Double? {
        guard let massKg, let radiusKm, radiusKm > 0 else { return nil }
        return Planet.gravitationalConstant * massKg / (radiusKm * radiusKm * 1e6)
    }

    /// The mean density in g/cm³: 3 M / (4 π R³).
    public var meanDensity: Double? {
        guard let massKg, let radiusKm, radiusKm > 0 else { return nil }
        return massKg / (4 / 3 * Double.pi * radiusKm * radiusKm * radiusKm) / 1e12
    }

    /// The semi-major axis in astronomical units, converted from kilometers if necessary.
    public var axisAu: Double? { semiMajorAxisAu ?? semiMajorAxisKm.map { Unit.km.convert($0, to: .au) } }
}
