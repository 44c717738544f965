import Display

extension Plot.Sign {
    /// The outline around a place, as SVG writes paths.
    func path(_ x: Double, _ y: Double) -> String {
        let at = { (right: Double, down: Double) in "\((x + right).short) \((y + down).short)" }
        return switch self {
        case .dot: "M\(at(-2.5, 0))a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0Z"
        case .circle: "M\(at(-4, 0))a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z"
        case .plus: "M\(at(-4, 0))h8M\(at(0, -4))v8"
        case .cross: "M\(at(-3, -3))l6 6M\(at(-3, 3))l6 -6"
        case .square: "M\(at(-3, -3))h6v6h-6Z"
        case .diamond: "M\(at(0, -4))l4 4l-4 4l-4 -4Z"
        case .triangle: "M\(at(0, -4))l4 7h-8Z"
        }
    }
}

extension Double {
    /// A coordinate, to a tenth: the same text everywhere.
    var short: String { ((self * 10).rounded() / 10).description }
}
