import FoundationEssentials

/// `ALMANAC_SOAK=N` asks for whole sweeps and for N of what is otherwise done a few times.
enum Soak {
    private static let times = ProcessInfo.processInfo.environment["ALMANAC_SOAK"].flatMap { Int($0) }

    static var isWanted: Bool { times != nil }

    static func times(else few: Int) -> Int { times ?? few }
}
