/// A figure with its unit and with how it is known.
public struct Quantity: Hashable, Sendable {
    public enum Basis: Hashable, Sendable { case measured, computed, lowerLimit, upperLimit }

    public let value: Double
    /// As written behind the figure; empty for a pure number.
    public let unit: String
    public let basis: Basis

    public init(_ value: Double, unit: String, basis: Basis = .measured) {
        self.value = value
        self.unit = unit
        self.basis = basis
    }
}
