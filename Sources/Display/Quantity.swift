import Localization

/// A figure with its unit and with how it is known.
public struct Quantity: Hashable, Sendable {
    public enum Basis: Hashable, Sendable { case measured, computed, lowerLimit, upperLimit }

    public let value: Double
    /// As written behind the figure; empty for a pure number.
    public let unit: Title
    public let basis: Basis
    /// The same in units that people compare it in.
    public let comparisons: [Amount]

    /// An amount of a unit.
    public struct Amount: Hashable, Sendable {
        public let value: Double
        public let unit: Title

        public init(_ value: Double, unit: Title) {
            self.value = value
            self.unit = unit
        }
    }

    public init(_ value: Double, unit: Title, basis: Basis = .measured, comparisons: [Amount] = []) {
        self.comparisons = comparisons
        self.value = value
        self.unit = unit
        self.basis = basis
    }
}
