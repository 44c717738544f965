import FoundationEssentials

/// `ALMANAC_SOAK=N` repeats fault sweeps, kills, and random cases N times. Without it, tests run a short case of each.
public enum Soak {
    public static var isOn: Bool { ProcessInfo.processInfo.environment["ALMANAC_SOAK"] != nil }

    /// - Throws: `InvalidCount` if the variable is not a positive number.
    public static func times(atLeast few: Int) throws -> Int {
        guard let text = ProcessInfo.processInfo.environment["ALMANAC_SOAK"] else { return few }
        guard let times = Int(text), times > 0 else { throw InvalidCount(text: text) }
        return max(few, times)
    }

    /// All cases with `ALMANAC_SOAK`; otherwise `count` of them, evenly spaced.
    public static func sample<Case>(_ cases: [Case], _ count: Int) -> [Case] {
        guard !isOn, count < cases.count else { return cases }
        return (0..<count).map { cases[$0 * cases.count / count] }
    }

    public struct InvalidCount: Error {
        let text: String
    }
}
