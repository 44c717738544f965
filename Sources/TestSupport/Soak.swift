import FoundationEssentials

/// `ALMANAC_SOAK=N` asks for N of what is otherwise done a few times.
public enum Soak {
    /// - Throws: `NoNumber`, lest a slip of the pen pass for a long run.
    public static func times(else few: Int) throws -> Int {
        guard let text = ProcessInfo.processInfo.environment["ALMANAC_SOAK"] else { return few }
        guard let times = Int(text), times > 0 else { throw NoNumber(text: text) }
        return times
    }

    public struct NoNumber: Error {
        let text: String
    }
}
