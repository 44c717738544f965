/// What follows from how heavy and how large a body is.
extension Planet {
    /// CODATA 2018, in m³ kg⁻¹ s⁻².
    static let gravitationalConstant = 6.6743e-11

    /// In m/s²: G M / R².
    public var surfaceGravity: Double? {
        guard let massKg, let radiusKm, radiusKm > 0 else { return nil }
        return Planet.gravitationalConstant * massKg / (radiusKm * radiusKm * 1e6)
    }

    /// In g/cm³: 3 M / (4 π R³).
    public var meanDensity: Double? {
        guard let massKg, let radiusKm, radiusKm > 0 else { return nil }
        return massKg / (4 / 3 * Double.pi * radiusKm * radiusKm * radiusKm) / 1e12
    }
}

extension Planet {
    /// Half of its orbit's length in astronomical units, in whichever unit it is known.
    public var axisAu: Double? { semiMajorAxisAu ?? semiMajorAxisKm.map { Unit.km.convert($0, to: .au) } }
}
