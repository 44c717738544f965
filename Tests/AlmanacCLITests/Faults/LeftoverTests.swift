import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The temporary files of a program that was killed between writing and renaming a file.
@Suite("Leftovers of a killed program", .childProcesses)
struct LeftoverTests {
    struct Write: Sendable, CustomTestStringConvertible {
        let words: [String]
        let target: String
        let naming: Fault.Call

        var testDescription: String { target }
    }

    static let writes = [
        Write(
            words: ["-c", "open settings", "-c", "pageSize=20", "-c", "save"], target: ".config/almanac/config",
            naming: .rename),
        Write(words: ["photo", "persons/1", "--save", "~/saved/photo.png"], target: "saved/photo.png", naming: .link),
    ]

    @Test(
        "F5 The next write of a file removes the leftovers of a killed program but keeps other files",
        arguments: writes)
    func removal(_ write: Write) throws {
        let home = try Home(copying: HomeFixture.home(.bedrock))
        let neighbors = try [
            "config.1.new", ".other.1.almanac-writing", ".photo.png.x.y.almanac-writing",
            ".config.1.almanac-writing.txt", ".config.1.almanac-making",
        ].map {
            try home.write("mine", to: folder(of: write) + "/" + $0)
        }
        let plan = try FaultPlan(for: home)
        try plan.set(nil)
        let words = write.words.map { $0.replacing("~", with: home.folder) }
        let before = Set(home.names(in: home.folder + "/" + folder(of: write)))
        try home.run(words, with: plan.environment)
        let number = try #require(
            plan.calls.filter { $0.call == write.naming }.firstIndex { $0.path.hasSuffix(write.target) })
        unlink(home.folder + "/" + write.target)

        try plan.set(Fault(call: write.naming, first: number + 1, lasts: false, kind: .kill))
        #expect(try home.run(words, with: plan.environment).status == 137)
        let left = Set(home.names(in: home.folder + "/" + folder(of: write))).subtracting(before)
        #expect(left.count == 1 && !home.exists(home.folder + "/" + write.target), "\(left)")

        #expect(try home.run(words).status == 0)
        #expect(home.exists(home.folder + "/" + write.target))
        #expect(left.allSatisfy { !home.exists("\(home.folder)/\(folder(of: write))/\($0)") }, "\(left)")
        #expect(try neighbors.allSatisfy { try home.bytes(of: $0) == Array("mine".utf8) })
    }

    private func folder(of write: Write) -> String {
        write.target.split(separator: "/").dropLast().joined(separator: "/")
    }
}
