import Glibc

// Angles are in degrees unless a name contains another unit.

extension Double {
    var radians: Double { self * .pi / 180 }
    var degrees: Double { self * 180 / .pi }

    /// The angle in the range 0..<360.
    public var normalizedDegrees: Double {
        let rest = truncatingRemainder(dividingBy: 360)
        return rest < 0 ? (rest + 360).truncatingRemainder(dividingBy: 360) : rest
    }

    /// The angle in the range -180..<180.
    var signedDegrees: Double { (self + 180).normalizedDegrees - 180 }

    /// Returns the value of a polynomial in this variable, with the constant term first.
    func polynomial(_ coefficients: Double...) -> Double {
        coefficients.reversed().reduce(0) { $0 * self + $1 }
    }
}

func sine(_ degrees: Double) -> Double { sin(degrees.radians) }
func cosine(_ degrees: Double) -> Double { cos(degrees.radians) }
func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x).degrees }
func arcSine(_ value: Double) -> Double { asin(Swift.min(1, Swift.max(-1, value))).degrees }
func arcCosine(_ value: Double) -> Double { acos(Swift.min(1, Swift.max(-1, value))).degrees }
