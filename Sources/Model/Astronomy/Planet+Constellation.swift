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
