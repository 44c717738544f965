extension Planet {
    /// Half of its orbit's length in astronomical units, in whichever unit it is known.
    public var axisAu: Double? { semiMajorAxisAu ?? semiMajorAxisKm.map { Unit.km.convert($0, to: .au) } }
}
