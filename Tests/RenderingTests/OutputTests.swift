import Glibc
import TestSupport
import Testing

@testable import Rendering

@Suite("Output")
struct OutputTests {
    @Test("A full output device is reported", arguments: Format.allCases)
    func fullDevice(format: Format) async throws {
        let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(full) }
        let output = Output(DescriptorSink(full, name: "standard output"))
        let renderer = PageRenderer(format, .wide(80, isTTY: false))
        await #expect(throws: OutputProblem.noSpace(stream: "standard output")) {
            try await renderer.render(.init("Numbers", [.table(.counting(to: 100))]), .everything, to: output)
        }
    }

    @Test("Writing to a closed stream is an error")
    func closedStream() throws {
        let output = Output(DescriptorSink(-1, name: "standard output"))
        try output.write("lost")
        #expect(throws: OutputProblem.failed(stream: "standard output", reason: "Bad file descriptor")) {
            try output.flush()
        }
    }

    @Test("A closed output pipe is not reported")
    func readerLeaves() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        signal(SIGPIPE, SIG_IGN)
        let output = Output(DescriptorSink(ends[1], name: "standard output"))
        try output.write("unread")
        #expect(throws: OutputProblem.readerLeft) { try output.flush() }
        #expect(!OutputProblem.readerLeft.isWorthReporting)
    }

    @Test("Large output is complete and in order")
    func wholeness() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("numbers")
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        let output = Output(DescriptorSink(descriptor, name: "the file"))
        for number in 1...50_000 { try output.writeLine(String(number)) }
        try output.close()
        let seen = try ChildProcess.run("/bin/cat", [path]).output
        #expect(seen.rows == (1...50_000).map(String.init))
    }
}
