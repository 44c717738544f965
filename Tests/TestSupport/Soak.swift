import FoundationEssentials
import Testing

/// A long test: one that repeats, kills, sweeps, races, or fuzzes, or that starts more than about twenty processes.
///
/// By default, a long test runs one short case. With `ALMANAC_SOAK=N`, `Tests/run` runs only the suites with long tests,
/// and ``Soak`` gives them N cases. Every test that uses ``Soak`` has this trait: `@Test(.long("kills programs"))`.
public struct LongTest: TestTrait, SuiteTrait {
    let reason: String

    public var isRecursive: Bool { true }
    public var comments: [Comment] { [Comment(rawValue: reason)] }
}

extension Trait where Self == LongTest {
    public static func long(_ reason: String) -> Self { Self(reason: reason) }
}

/// The settings of the soak test. With `ALMANAC_SOAK=N`, fault sweeps, kills, and random cases are repeated N times, or more
/// often if a test requires it.
///
/// Without this variable, the tests run only a few cases of each.
public enum Soak {
    public static let isOn = ProcessInfo.processInfo.environment["ALMANAC_SOAK"] != nil

    /// Whether at least 100 repetitions are requested.
    /// - Throws: `InvalidCount` if `ALMANAC_SOAK` is not a positive number.
    public static var isLong: Bool { get throws { try times(atLeast: 1) >= 100 } }

    /// Returns the number of repetitions: the value of `ALMANAC_SOAK`, or `many` if it is smaller, or `few` if it is unset.
    /// - Throws: `InvalidCount` if `ALMANAC_SOAK` is not a positive number.
    public static func times(atLeast many: Int, byDefault few: Int? = nil) throws -> Int {
        guard let text = ProcessInfo.processInfo.environment["ALMANAC_SOAK"] else { return few ?? many }
        guard let times = Int(text), times > 0 else { throw InvalidCount(text: text) }
        return max(many, times)
    }

    /// Returns all cases in a soak test, and otherwise `count` evenly spaced cases.
    public static func sample<Case>(_ cases: [Case], _ count: Int) -> [Case] {
        guard !isOn, count < cases.count else { return cases }
        return (0..<count).map { cases[$0 * cases.count / count] }
    }

    /// Returns evenly spaced cases, as many as ``times(atLeast:byDefault:)``.
    public static func spaced<Case>(_ cases: [Case], atLeast many: Int, byDefault few: Int? = nil) throws -> [Case] {
        let count = min(cases.count, try times(atLeast: many, byDefault: few))
        return (0..<count).map { cases[$0 * cases.count / count] }
    }

    /// Returns a part of the cases, so that a long soak test can be split among processes: the second third of them if
    /// `ALMANAC_SOAK_PART` is `2/3`, and all of them if the variable is unset.
    /// - Throws: `InvalidPart` if the variable has another form.
    public static func part<Case>(of cases: [Case]) throws -> [Case] {
        guard let text = ProcessInfo.processInfo.environment["ALMANAC_SOAK_PART"] else { return cases }
        let numbers = text.split(separator: "/").compactMap { Int($0) }
        guard numbers.count == 2, (1...max(1, numbers[1])).contains(numbers[0]) else { throw InvalidPart(text: text) }
        let bounds = [numbers[0] - 1, numbers[0]].map { $0 * cases.count / numbers[1] }
        return Array(cases[bounds[0]..<bounds[1]])
    }

    public struct InvalidCount: Error {
        let text: String
    }

    public struct InvalidPart: Error {
        let text: String
    }
}
