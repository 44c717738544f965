import Glibc
import Model
import SQLite
import Testing

@testable import AlmanacStore

/// The user-facing messages of all SQLite result codes (https://sqlite.org/rescode.html).
@Suite("D25 Every SQLite error becomes a message with advice")
struct ErrorCodeTests {
    private static let primary = (1...26).filter { ![16, 24].contains($0) }

    private static func problem(_ code: Int32, systemError: Int32 = 0) throws -> StoreProblem {
        let primary = try #require(ResultCode(rawValue: code & 0xFF))
        return StoreProblem(
            SQLiteError(primary, "it said so", extendedCode: code, systemError: systemError), at: "/a/b.db")
    }

    @Test("The message for each code states what happened and what to do", arguments: primary + extended.keys.sorted())
    func sentences(_ code: Int) throws {
        let problem = try Self.problem(Int32(code))
        let sentences = problem.explanation.sentences.map(\.description)
        #expect(sentences.count >= 2 && sentences.allSatisfy { $0.hasSuffix(".") }, "\(sentences)")
        let advice = try #require(sentences.last)
        #expect(!advice.contains("SQLite reports"), "\(advice)")
        #expect(Self.advice.contains { advice.hasPrefix($0) }, "\(advice)")
        #expect(problem.explanation.status == .failed)
    }

    /// The opening words of sentences that give advice.
    private static let advice = [
        "Try again", "Make", "Fix", "Check", "Close", "Use", "Put", "Free", "Shorten", "Raise",
    ]

    @Test("Common extended codes have specific messages", arguments: extended)
    func common(_ code: Int, _ expected: String) throws {
        #expect(try Self.problem(Int32(code)).explanation.sentences[0].contains(expected))
    }

    private static let extended: [Int: String] = [
        261: "locked", 517: "locked", 773: "locked", 262: "locked", 518: "locked",
        266: "Disk I/O error", 522: "damaged", 778: "Disk I/O error", 1034: "Disk I/O error",
        1290: "Disk I/O error", 1546: "Disk I/O error",
        2570: "Disk I/O error", 3338: "Disk I/O error", 3850: "Disk I/O error", 4106: "Disk I/O error",
        4618: "Disk I/O error", 4874: "Disk I/O error",
        5386: "Disk I/O error", 6154: "Disk I/O error", 8202: "Disk I/O error",
        3082: "Not enough memory",
        264: "is read-only", 520: "is read-only", 776: "is read-only", 1288: "is read-only",
        1544: "is read-only", 1032: "was moved",
        267: "damaged", 523: "damaged", 779: "damaged",
        270: "Cannot open", 526: "Cannot open", 782: "Cannot open", 1550: "Cannot open",
        516: "Database error", 275: "Database error", 787: "Database error", 1299: "Database error",
        1555: "Database error", 1811: "Database error",
        2067: "Database error", 2579: "Database error", 3091: "Database error",
    ]

    @Test(
        "I/O and open errors due to a lack of disk space are reported as a full disk", arguments: [778, 4874, 14, 782])
    func noRoom(_ code: Int32) throws {
        for number in [ENOSPC, EDQUOT] {
            #expect(try Self.problem(code, systemError: number) == .full)
        }
        #expect(try Self.problem(code, systemError: EIO) != .full)
    }
}
