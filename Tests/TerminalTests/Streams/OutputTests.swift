import Glibc
import TestSupport
import Testing

@testable import Terminal

@Suite("Output")
struct OutputTests {
    @Test("A full device is an error with a sentence, not a silent loss", arguments: Format.allCases)
    func fullDevice(format: Format) async throws {
        let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(full) }
        let output = Output(DescriptorSink(full, name: "standard output"))
        let renderer = PageRenderer(format, .wide(80, isTTY: false))
        await #expect(throws: OutputProblem.noSpace(stream: "standard output")) {
            try await renderer.render(.init("Numbers", [.table(.counting(to: 100))]), .everything, to: output)
        }
    }

    @Test("A closed stream is an error")
    func closedStream() throws {
        let output = Output(DescriptorSink(-1, name: "standard output"))
        try output.write("lost")
        #expect(throws: OutputProblem.failed(stream: "standard output", reason: "Bad file descriptor")) {
            try output.flush()
        }
    }

    @Test("A reader that leaves is nothing to tell")
    func readerLeaves() throws {
        let channel = try #require(Channel.open())
        close(channel.far)
        defer { close(channel.near) }
        signal(SIGPIPE, SIG_IGN)
        let output = Output(DescriptorSink(channel.near, name: "standard output"))
        try output.write("unread")
        #expect(throws: OutputProblem.readerLeft) { try output.flush() }
        #expect(!OutputProblem.readerLeft.isWorthTelling)
    }

    @Test("Large output arrives whole and in order")
    func wholeness() throws {
        let file = TemporaryName()
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        let output = Output(DescriptorSink(descriptor, name: "the file"))
        for number in 1...50_000 { try output.writeLine(String(number)) }
        try output.close()
        let seen = try ChildProcess.run("/bin/cat", [file.path]).output
        #expect(seen.rows == (1...50_000).map(String.init))
    }
}
