/// A fault that `FaultShim` injects into system calls that change files in a folder.
struct Fault: Hashable, Sendable, CustomStringConvertible {
    enum Call: String { case write, sync, truncate, open, rename, link, unlink, mkdir, any }

    enum Kind: String, CaseIterable {
        case full = "ENOSPC"
        case failing = "EIO"
        case forbidden = "EACCES"
        case readOnly = "EROFS"
        /// A write of only half of the bytes.
        case short = "SHORT"
        case kill = "KILL"
    }

    let call: Call
    /// The number of the first affected call, counted from 1 among the calls that `call` denotes.
    let first: Int
    /// Whether all later calls that `call` denotes are also affected.
    let lasts: Bool
    let kind: Kind

    var plan: String { "\(call.rawValue) \(first) \(lasts ? 1_000_000_000 : 1) \(kind.rawValue)" }

    var description: String { "\(call.rawValue) #\(first) \(kind.rawValue)\(lasts ? " from then on" : "")" }

    /// Returns all possible faults of a program that makes these calls.
    static func all(among calls: [Call]) -> [Fault] {
        var counts: [Call: Int] = [:]
        return calls.enumerated().flatMap { number, call in
            let nth = counts[call, default: 0] + 1
            counts[call] = nth
            var faults = [Fault(call: call, first: nth, lasts: false, kind: .kill)]
            for kind in Kind.allCases where kind != .kill && (kind != .short || call == .write) {
                faults += [false, true].map { Fault(call: call, first: nth, lasts: $0, kind: kind) }
            }
            let gone = [Kind.full, .failing, .readOnly].map {
                Fault(call: .any, first: number + 1, lasts: true, kind: $0)
            }
            return faults + gone
        }
    }
}
