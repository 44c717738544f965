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

        var testDescription: String { target }
    }

    static let writes = [
        Write(
            words: ["-c", "open settings", "-c", "pageSize=20", "-c", "save"], target: ".config/almanac/config"),
        Write(words: ["photo", "persons/1", "--save", "~/saved/photo.png"], target: "saved/photo.png"),
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
            plan.calls.filter { $0.call == .rename }.firstIndex { $0.path.hasSuffix(write.target) })
        unlink(home.folder + "/" + write.target)

        try plan.set(Fault(call: .rename, first: number + 1, lasts: false, kind: .kill))
        #expect(try home.run(words, with: plan.environment).status == 137)
        let left = Set(home.names(in: home.folder + "/" + folder(of: write))).subtracting(before)
        #expect(left.count == 1 && !home.exists(home.folder + "/" + write.target), "\(left)")

        #expect(try home.run(words).status == 0)
        #expect(home.exists(home.folder + "/" + write.target))
        #expect(left.allSatisfy { !home.exists("\(home.folder)/\(folder(of: write))/\($0)") }, "\(left)")
        #expect(try neighbors.allSatisfy { try home.bytes(of: $0) == Array("mine".utf8) })
    }

    @Test(
        .long("kills programs at many system calls"),
        arguments: Soak.sample(
            [
                SweptCommand("backup", "~/copy.db"),
                SweptCommand("salvage", "~/.local/share/almanac/almanac.db", "~/copy.db"),
            ], 1))
    func `A database and photos that a killed program left incomplete are replaced`(_ command: SweptCommand) throws {
        let first = try Home(copying: HomeFixture.home(.bedrock))
        let plan = try FaultPlan(for: first)
        try plan.set(nil)
        #expect(try first.run(words(of: command, in: first), with: plan.environment).status == 0)
        let whole = try HomeContent(of: first)
        let calls = plan.calls.indices.filter { plan.calls[$0].path.hasPrefix(first.folder + "/.copy.db") }
        #expect(calls.count > 10)
        let numbers = Array((calls.first ?? 0)..<plan.calls.count)
        for number in try Soak.isOn ? Soak.spaced(numbers, atLeast: 8) : [numbers[numbers.count / 2]] {
            let home = try Home(copying: HomeFixture.home(.bedrock))
            let plan = try FaultPlan(for: home)
            try plan.set(Fault(call: .any, first: number + 1, lasts: false, kind: .kill))
            #expect(try home.run(words(of: command, in: home), with: plan.environment).status == 137)
            try plan.set(nil)
            let isComplete = home.exists(home.folder + "/copy.db")
            let next = try home.run(words(of: command, in: home))
            #expect(next.status == (isComplete ? 1 : 0), "call \(number): \(next.errors)")
            #expect(try HomeContent(of: home) == whole, "call \(number)")
        }
    }

    /// The names in a home, and the content of the new database in it.
    private struct HomeContent: Equatable {
        let names: Set<String>
        let copy: StoreContent

        init(of home: Home) throws {
            // A program that finds the complete database leaves the remaining cleanup to the next program.
            try home.almanac("backup", home.folder + "/other.db")
            names = Set(home.names(in: home.folder) + home.names(in: home.folder + "/copy.db.photos"))
            copy = try StoreContent(of: home.folder + "/copy.db")
        }
    }

    private func words(of command: SweptCommand, in home: Home) -> [String] {
        command.words.map { $0.replacing("~", with: home.folder) }
    }

    @Test func `The photos of a moved database are not removed`() throws {
        let home = try Home(copying: HomeFixture.home(.bedrock))
        let path = home.folder + "/copy.db"
        try home.almanac("salvage", home.store, path)
        let photos = home.names(in: path + ".photos")
        // A program was killed before it removed the mark, and the user has moved the database since.
        try home.write(".copy.db.1x.almanac-writing", to: "copy.db.photos/unfinished")
        for leftover in ["database", "database.damaged"] {
            try home.write("", to: ".copy.db.1y.almanac-writing/\(leftover)")
        }
        try home.write("", to: ".copy.db.1x.almanac-writing/database.damaged")
        rename(path, path + ".moved")
        let ending = try home.almanac("backup", path)
        #expect(ending.status == 1 && ending.errors.contains("copy.db.photos already exists"), "\(ending.errors)")
        #expect(Set(home.names(in: path + ".photos")) == Set(photos))
        #expect(home.names(in: home.folder).allSatisfy { !$0.contains("almanac-writing") })
    }

    private func folder(of write: Write) -> String {
        write.target.split(separator: "/").dropLast().joined(separator: "/")
    }
}
