import Glibc
import Rendering
import Synchronization
import TestSupport
import Testing

@testable import Terminal

@Suite("Signals")
struct SignalTests {
    private let signals = SignalDispatcher()

    @Test("A signal is delivered to the innermost watch for that signal")
    func watching() throws {
        let outer = try #require(SignalWatch([SIGINT, SIGTERM], of: signals))
        do {
            let inner = try #require(SignalWatch([SIGINT], of: signals))
            #expect(signals.deliver(SIGINT))
            #expect(signals.deliver(SIGTERM))
            #expect(inner.next() == SIGINT)
            #expect(inner.next() == nil)
            #expect(outer.next() == SIGTERM)
        }
        #expect(signals.deliver(SIGINT))
        #expect(outer.next() == SIGINT)
    }

    @Test("A prompt leaves Ctrl-C to the previous listener and receives other signals")
    func keys() throws {
        let command = try #require(SignalWatch([SIGINT], of: signals))
        let prompt = try #require(SignalWatch([SIGINT, SIGTSTP], includesKeys: false, of: signals))
        #expect(signals.deliver(SIGINT, isKey: true))
        #expect(command.next() == SIGINT)
        #expect(prompt.next() == nil)
        #expect(signals.deliver(SIGINT, isKey: false))
        #expect(signals.deliver(SIGTSTP, isKey: true))
        #expect(prompt.next() == SIGINT)
        #expect(prompt.next() == SIGTSTP)
    }

    @Test("An unread signal is passed to the previous listener when a prompt closes")
    func closingPrompt() throws {
        let command = try #require(SignalWatch([SIGTSTP, SIGWINCH], of: signals))
        let terminal = try PseudoTerminal()
        let side = terminal.openProgramSide()
        defer { close(side) }
        let device = TerminalDevice(
            input: side, output: side, fallbackSize: TerminalSize(columns: 80, rows: 24), signals: signals)
        device.open()
        #expect(signals.deliver(SIGTSTP))
        #expect(command.next() == nil)
        device.close()
        #expect(command.next() == SIGTSTP)
        #expect(command.next() == nil)
    }

    @Test("Another thread cannot change the modes of the terminal while a signal ends or stops the process")
    func restoredModes() async throws {
        let terminal = try PseudoTerminal()
        let side = terminal.openProgramSide()
        defer { close(side) }
        let modes = try #require(TerminalModes(of: side))
        modes.setRaw()
        var change: Task<Void, Never>?
        TerminalModes.restore {
            modes
        } during: {
            let started = SocketPair.open()
            change = Task.detached(executorPreference: ChildProcessExecutor.shared) {
                var byte: UInt8 = 1
                _ = started.map { send($0.far, &byte, 1, 0) }
                modes.setSilent()
            }
            var byte: UInt8 = 0
            _ = started.map { recv($0.near, &byte, 1, 0) }
            #expect(localFlags(of: side) & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO))
            for end in [started?.near, started?.far] { _ = end.map(close) }
        }
        await change?.value
        #expect(localFlags(of: side) & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON))
    }

    private func localFlags(of descriptor: Int32) -> tcflag_t {
        var modes = termios()
        tcgetattr(descriptor, &modes)
        return modes.c_lflag
    }

    @Test("A signal without a listener is not delivered")
    func unwatched() {
        #expect(!signals.deliver(SIGINT))
        _ = SignalWatch([SIGINT], of: signals)
        #expect(!signals.deliver(SIGINT))
    }

    @Test("An interrupt during a command calls its handler once")
    func interruptedCommand() async {
        let interruptions = Mutex(0)
        let handled = SocketPair.open()
        let result = await InterruptMonitor.during(signals) {
            #expect(signals.deliver(SIGINT))
            var byte: UInt8 = 0
            _ = handled.map { recv($0.near, &byte, 1, 0) }
            return 7
        } interrupted: {
            interruptions.withLock { $0 += 1 }
            var byte: UInt8 = 1
            _ = handled.map { send($0.far, &byte, 1, 0) }
        }
        #expect(result == 7)
        #expect(interruptions.withLock { $0 } == 1)
        for end in [handled?.near, handled?.far] { _ = end.map(close) }
    }

    @Test("The interrupt handler is not called if a command is not interrupted")
    func quietCommand() async {
        let interruptions = Mutex(0)
        let result = await InterruptMonitor.during(signals) {
            7
        } interrupted: {
            interruptions.withLock { $0 += 1 }
        }
        #expect(result == 7)
        #expect(interruptions.withLock { $0 } == 0)
    }

    @Test("An interrupt cancels an operation even if there is no other listener")
    func cancelled() async {
        await #expect(throws: CancellationError.self) {
            try await InterruptMonitor.cancelling(signals) { [signals] in
                #expect(signals.deliver(SIGINT))
                try await Task.sleep(for: .seconds(60))
            }
        }
    }

    @Test("An operation that finishes despite an interrupt is cancelled if its result can be discarded")
    func finished() async throws {
        for isDiscardable in [true, false] {
            let result = try? await InterruptMonitor.cancelling(signals) { [signals] in
                signals.deliver(SIGINT)
            } discarding: { _ in
                isDiscardable
            }
            #expect(result == (isDiscardable ? nil : true))
        }
        let result = try await InterruptMonitor.cancelling(signals, { 7 }, discarding: { _ in true })
        #expect(result == 7)
    }
}
