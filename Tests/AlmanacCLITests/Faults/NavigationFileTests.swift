import Glibc
import TestSupport
import Testing

/// Damaged and hostile files with the saved location of the last session.
@Suite("Navigation files", .childProcesses)
struct NavigationFileTests {
    private static let folder = ".local/state/almanac/navigation"

    /// Returns a home with a saved location, and the path of its file in the home.
    private func home() throws -> (home: Home, file: String) {
        let home = try Home(copying: HomeFixture.home(.bedrock))
        let session = try TerminalSession(home, until: "almanac ›")
        try session.enter("persons", until: "persons ›")
        #expect(session.quit() == 0)
        let names = home.names(in: home.folder + "/" + Self.folder)
        return (home, Self.folder + "/" + (try #require(names.first)))
    }

    @Test(.long("every kind of damage"))
    func `A damaged or hostile navigation file does not prevent a session`() throws {
        let (home, file) = try home()
        let path = home.folder + "/" + file
        let saved = String(decoding: try home.bytes(of: path), as: UTF8.self)
        #expect(home.permissions(of: path) == 0o600)
        var noise = SeededGenerator(seed: 7)
        let contents = [
            "", "{", "null", "[]", "{}", String(saved.dropLast(saved.count / 2)), saved + saved,
            String(repeating: "[", count: 500_000), saved.replacing("persons", with: "\\u001b[31m\\u202e"),
            saved.replacing("persons", with: "nonsense"), String(repeating: " ", count: 2 << 20) + saved,
            String(decoding: (0..<5000).map { _ in UInt8(noise.number(below: 256)) }, as: UTF8.self),
        ]
        for content in Soak.sample(contents, 6) {
            try home.write(content, to: file)
            let session = try TerminalSession(home, until: "›")
            #expect(!String(decoding: session.outputBytes, as: UTF8.self).contains("\u{202E}"))
            try session.enter("show persons/1", until: "Fred Flintstone ›")
            #expect(session.quit() == 0, "\(content.prefix(40))")
        }
    }

    @Test func `A session removes the navigation files of killed programs, including those for other databases`()
        throws
    {
        let (home, file) = try home()
        let leftover = try home.write("{", to: Self.folder + "/.0-guest.json.1x.almanac-writing")
        let session = try TerminalSession(home, until: "›")
        try session.enter("show persons/1", until: "Fred Flintstone ›")
        #expect(session.quit() == 0)
        #expect(!home.exists(leftover) && home.exists(home.folder + "/" + file))
    }

    @Test func `A link, a folder, or a pipe in place of the navigation file does not prevent a session`() throws {
        let (home, file) = try home()
        let path = home.folder + "/" + file
        let other = try home.write("mine", to: "mine.txt")
        for makeObstacle in [{ symlink(other, path) }, { mkdir(path, 0o700) }, { mkfifo(path, 0o600) }] {
            unlink(path)
            #expect(makeObstacle() == 0)
            let session = try TerminalSession(home, until: "›")
            try session.enter("show persons/1", until: "Fred Flintstone ›")
            #expect(session.quit() == 0)
            #expect(try home.bytes(of: other) == Array("mine".utf8))
            rmdir(path)
        }
    }

    @Test(
        .long("every fault"), arguments: [Fault.Call.rename, .write, .open, .sync],
        Soak.sample([Fault.Kind.full, .failing], 1))
    func `A fault while the navigation file is saved neither ends the session nor damages the file`(
        _ call: Fault.Call, _ kind: Fault.Kind
    ) throws {
        let (home, file) = try home()
        let before = try home.bytes(of: home.folder + "/" + file)
        let plan = try FaultPlan(for: home)
        try plan.set(nil)
        let session = try TerminalSession(home, until: "persons ›", with: plan.environment)
        try session.enter("show persons/1", until: "Fred Flintstone ›")
        try plan.set(Fault(call: call, first: 1, lasts: true, kind: kind))
        try session.enter("groups", until: "›")
        try plan.set(nil)
        #expect(try !home.bytes(of: home.folder + "/" + file).isEmpty)
        #expect(session.quit() == 0)
        let after = try home.bytes(of: home.folder + "/" + file)
        #expect(after != before)
        #expect(home.names(in: home.folder + "/" + Self.folder).count == 1)
        let next = try TerminalSession(home, until: "›")
        #expect(next.quit() == 0)
    }
}
