/// The values that the simulated users have entered and that must not be lost.
public struct TypedValues {
    /// The values that no user has replaced or removed.
    public private(set) var current: Set<String> = []
    private var count = 0

    public init() {}

    /// Returns a new value that may be lost, such as a UID.
    public mutating func unused() -> String {
        count += 1
        return "v\(count)x"
    }

    /// Returns a new value that a user enters.
    public mutating func typed() -> String {
        let value = unused()
        current.insert(value)
        return value
    }

    /// Removes the values of lines that a user has replaced or removed.
    public mutating func forget(_ lines: [String]) { current.subtract(Self.values(in: lines)) }

    public static func values(in lines: [String]) -> [String] {
        lines.flatMap { line in line.matches(of: /v\d+x/).map { String($0.output) } }
    }
}
