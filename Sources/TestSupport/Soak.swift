import FoundationEssentials

/// `ALMANAC_SOAK=N` asks for N of what is otherwise done a few times.
public enum Soak {
    public static func times(else few: Int) -> Int {
        ProcessInfo.processInfo.environment["ALMANAC_SOAK"].flatMap { Int($0) } ?? few
    }
}
