/// The values that the simulated users have entered and that must not be lost.
struct TypedValues {
    /// The values that no user has replaced or removed.
    private(set) var current: Set<String> = []
    private var count = 0

    /// Returns a new value that may be lost, such as a UID.
    mutating func unused() -> String {
        count += 1
        return "v\(count)x"
    }

    /// Returns a new value that a user enters.
    mutating func typed() -> String {
        let value = unused()
        current.insert(value)
        return value
    }

    /// Removes the values of lines that a user has replaced or removed.
    mutating func forget(_ lines: [String]) { current.subtract(Self.values(in: lines)) }

    static func values(in lines: [String]) -> [String] {
        lines.flatMap { line in line.matches(of: /v\d+x/).map { String($0.output) } }
    }
}
