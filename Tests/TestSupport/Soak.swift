import FoundationEssentials

/// The settings of the soak test. With `ALMANAC_SOAK=N`, fault sweeps, kills, and random cases are repeated N times.
///
/// Without this variable, the tests run only a few cases of each.
public enum Soak {
    public static var isOn: Bool { ProcessInfo.processInfo.environment["ALMANAC_SOAK"] != nil }

    /// Returns the number of repetitions: the value of `ALMANAC_SOAK`, or `few` if the variable is unset or smaller.
    /// - Throws: `InvalidCount` if `ALMANAC_SOAK` is not a positive number.
    public static func times(atLeast few: Int) throws -> Int {
        guard let text = ProcessInfo.processInfo.environment["ALMANAC_SOAK"] else { return few }
        guard let times = Int(text), times > 0 else { throw InvalidCount(text: text) }
        return max(few, times)
    }

    /// Returns all cases in a soak test, and otherwise `count` evenly spaced cases.
    public static func sample<Case>(_ cases: [Case], _ count: Int) -> [Case] {
        guard !isOn, count < cases.count else { return cases }
        return (0..<count).map { cases[$0 * cases.count / count] }
    }

    public struct InvalidCount: Error {
        let text: String
    }
}
