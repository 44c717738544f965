import Glibc
import Localization
import Testing

@testable import Terminal

@Suite("Child programs")
struct ProgramTests {
    @Test(
        "The reason that a program cannot be started is reported",
        arguments: [
            ("no-such-program-here", "The program does not exist."),
            ("/etc/passwd", "Permission denied."),
            ("/etc/passwd/more", "Not a directory."),
        ])
    func beginning(_ name: String, _ reason: String) throws {
        let program = Program([name], environment: ["PATH": "/usr/bin:/bin"])
        let error = #expect(throws: Program.LaunchError.self) { try program.start(input: nil) }
        #expect(error?.reason.localized == reason)
    }

    @Test("A background program does not inherit the descriptors that its caller has inherited")
    func descriptors() throws {
        let path = "/tmp/almanac-descriptors-\(getpid())"
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        let inherited = dup2(1, 200)
        defer { close(inherited) }
        let words = ["/bin/sh", "-c", "ls /proc/self/fd > '\(path)'"]
        try Program(words, environment: ["PATH": "/usr/bin:/bin"]).startInBackground()
        let output = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(output) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        var count = 0
        while case let more = read(output, &bytes[count], bytes.count - count), more > 0 { count += more }
        let descriptors = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
        #expect(descriptors.contains("1") && !descriptors.contains("200"), "\(descriptors)")
    }

    private func shell(_ command: String) -> Program {
        Program(["/bin/sh", "-c", command], environment: ["PATH": "/usr/bin:/bin"])
    }

    @Test("The output and the exit status of a program are collected")
    func output() throws {
        let output = try shell("printf 'größer\\n\\0'; echo more >/dev/stdout; exit 3").output(limit: 100)
        #expect(output.bytes == Array("größer\n\0more\n".utf8))
        #expect(output.status == 3)
        #expect(try shell("kill -9 $$").output(limit: 1) == ProgramOutput(bytes: [], status: 137))
        let error = #expect(throws: Program.LaunchError.self) {
            try Program(["no-such-program-here"], environment: ["PATH": "/usr/bin:/bin"]).output(limit: 1)
        }
        #expect(error?.reason.localized == "The program does not exist.")
    }

    @Test("Collecting the output of a program stops after the limit", arguments: [1, 4096, 200_000])
    func limitedOutput(limit: Int) throws {
        let output = try shell("exec yes").output(limit: limit)
        #expect(output.bytes.count == limit + 1)
        #expect(output.status == 128 + SIGPIPE)
    }

    @Test("A filter reads a descriptor, and its output and exit status are available")
    func filter() throws {
        let file = TemporaryName()
        let input = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(input) }
        try #require(pwrite(input, "banana", 6, 0) == 6)
        let filter = try ProgramFilter(shell("tr a o; echo error >&2; exit 3"), input: input)
        var bytes = [UInt8](repeating: 0, count: 100)
        let counts = [read(filter.output, &bytes, bytes.count), read(filter.output, &bytes, bytes.count)]
        let status = filter.finish()
        #expect(counts == [6, 0] && String(decoding: bytes.prefix(6), as: UTF8.self) == "bonono")
        #expect(status == 3)
    }

    @Test("A program filters a short text, and a longer text or a missing program is an error")
    func shortFilter() throws {
        let output = try shell("tr a o; exit 3").output(of: Array("banana".utf8), limit: 100)
        #expect(String(decoding: output.bytes, as: UTF8.self) == "bonono" && output.status == 3)
        let long = [UInt8](repeating: 97, count: 4096)
        #expect(try shell("cat").output(of: long, limit: 1 << 20).bytes == long)
        #expect(throws: Program.LaunchError.self) { try shell("cat").output(of: long + [97], limit: 1 << 20) }
        #expect(throws: Program.LaunchError.self) {
            try Program(["no-such-program-here"], environment: [:]).output(of: [97], limit: 1)
        }
    }

    @Test("A filter whose output is not read to the end exits")
    func abandonedFilter() throws {
        let status = try ProgramFilter(shell("exec yes"), input: 0).finish()
        #expect(status == 128 + SIGPIPE)
        _ = try ProgramFilter(shell("exec yes"), input: 0)
        #expect(throws: Program.LaunchError.self) {
            _ = try ProgramFilter(Program(["no-such-program-here"], environment: [:]), input: 0)
        }
    }

    @Test("An interrupt ends the program whose output is collected")
    func interruption() async throws {
        let signals = SignalDispatcher()
        let path = "/tmp/almanac-interruption-\(getpid())"
        defer { unlink(path) }
        let program = shell("echo hidden; echo started >'\(path)'; exec sleep 600")
        let task = Task.detached { try program.output(limit: 100, watching: signals) }
        while access(path, F_OK) != 0 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(signals.deliver(SIGINT))
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
