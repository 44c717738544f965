import Glibc
import Model
import SQLite
import Testing

@testable import AlmanacStore

/// Every code of SQLite's (https://sqlite.org/rescode.html) as the owner of the store is told of it.
@Suite("D25 Every error of SQLite is a sentence that says what to do")
struct ErrorCodeTests {
    private static let primary = (1...26).filter { ![16, 24].contains($0) }

    private static func problem(_ code: Int32, systemError: Int32 = 0) throws -> StoreProblem {
        let primary = try #require(ResultCode(rawValue: code & 0xFF))
        return StoreProblem(
            SQLiteError(primary, "it said so", extendedCode: code, systemError: systemError), at: "/a/b.db")
    }

    @Test("What happened and what to do next, whatever the code", arguments: primary + extended.keys.sorted())
    func sentences(_ code: Int) throws {
        let problem = try Self.problem(Int32(code))
        let sentences = problem.explanation.sentences.map(\.description)
        #expect(sentences.count >= 2 && sentences.allSatisfy { $0.hasSuffix(".") }, "\(sentences)")
        let advice = try #require(sentences.last)
        #expect(!advice.contains("SQLite says"), "\(advice)")
        #expect(Self.advice.contains { advice.hasPrefix($0) }, "\(advice)")
        #expect(problem.explanation.status == .failed)
    }

    /// How a sentence begins that tells somebody to do something.
    private static let advice = [
        "Try again", "Make", "Mend", "Look after", "Close", "“check”", "Start", "Name another",
    ]

    @Test("The common extended codes are told by what they mean", arguments: extended)
    func common(_ code: Int, _ expected: String) throws {
        #expect(try Self.problem(Int32(code)).explanation.sentences[0].contains(expected))
    }

    private static let extended: [Int: String] = [
        261: "in use", 517: "in use", 773: "in use", 262: "in use", 518: "in use",
        266: "The disk", 522: "The disk", 778: "The disk", 1034: "The disk", 1290: "The disk", 1546: "The disk",
        2570: "The disk", 3338: "The disk", 3850: "The disk", 4106: "The disk", 4618: "The disk", 4874: "The disk",
        5386: "The disk", 6154: "The disk", 8202: "The disk",
        3082: "not enough memory",
        264: "can only be read", 520: "can only be read", 776: "can only be read", 1288: "can only be read",
        1544: "can only be read", 1032: "was moved",
        267: "damaged", 523: "damaged", 779: "damaged",
        270: "cannot be opened", 526: "cannot be opened", 782: "cannot be opened", 1550: "cannot be opened",
        516: "refused", 275: "refused", 787: "refused", 1299: "refused", 1555: "refused", 1811: "refused",
        2067: "refused", 2579: "refused", 3091: "refused",
    ]

    @Test(
        "Where the system had no room the disk is full, whatever SQLite makes of it", arguments: [778, 4874, 14, 782])
    func noRoom(_ code: Int32) throws {
        for number in [ENOSPC, EDQUOT] {
            #expect(try Self.problem(code, systemError: number) == .full)
        }
        #expect(try Self.problem(code, systemError: EIO) != .full)
    }
}
