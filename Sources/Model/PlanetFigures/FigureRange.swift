import Localization

/// What a figure can be; no narrower than what is possible, since the sky is full of surprises.
public enum FigureRange: Hashable, Sendable {
    case notZero, positive, notNegative
    /// The eccentricity of an orbit that comes round.
    case belowOne
    case degrees(ClosedRange<Int>)

    func contains(_ value: Double) -> Bool {
        switch self {
        case .notZero: value != 0
        case .positive: value > 0
        case .notNegative: value >= 0
        case .belowOne: (0..<1).contains(value)
        case .degrees(let range): (Double(range.lowerBound)...Double(range.upperBound)).contains(value)
        }
    }

    /// Behind “a number in kg,”.
    var words: Message {
        switch self {
        case .notZero: "other than 0"
        case .positive: "more than 0"
        case .notNegative: "0 or more"
        case .belowOne: "from 0 to less than 1"
        case .degrees(let range): "from \(range.lowerBound) to \(range.upperBound)"
        }
    }
}
