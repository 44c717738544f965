import FoundationEssentials
import TestSupport

/// A plan of faults for the programs that run in a home. The plan can change while they run.
final class FaultPlan {
    private let folder: String
    private let place: String
    private var serial = 0

    init(for home: Home) throws {
        folder = home.folder
        place = home.folder + ".faults"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: place) }

    /// The additional environment variables of the programs under test.
    var environment: [String: String] {
        [
            "LD_PRELOAD": BuiltProgram.faultShim, "FAULT_FOLDER": folder, "FAULT_PLAN": place + "/plan",
            "FAULT_LOG": place + "/log",
        ]
    }

    /// Sets the fault to inject, with calls counted from now, or no fault.
    func set(_ fault: Fault?) throws {
        serial += 1
        let line = fault.map { "\(serial) \($0.plan)" } ?? ""
        try Data(line.utf8).write(to: URL(filePath: place + "/plan"), options: .atomic)
        try? FileManager.default.removeItem(atPath: place + "/log")
    }

    /// The system calls since the last change to the plan, with their paths.
    var calls: [(call: Fault.Call, path: String)] {
        guard let log = try? String(decoding: Data(contentsOf: URL(filePath: place + "/log")), as: UTF8.self) else {
            return []
        }
        return log.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            return Fault.Call(rawValue: String(parts[0])).map { ($0, String(parts[1])) }
        }
    }
}
