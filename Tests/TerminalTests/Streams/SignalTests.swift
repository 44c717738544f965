import Glibc
import Synchronization
import Testing

@testable import Terminal

@Suite("Signals")
struct SignalTests {
    @Test("A watched signal arrives as a byte, and the thread's signals are as before afterwards")
    func watching() throws {
        var before = sigset_t()
        pthread_sigmask(SIG_SETMASK, nil, &before)
        do {
            let watch = try #require(SignalWatch([SIGURG]))
            pthread_kill(watch.thread, SIGURG)
            var waiting = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
            #expect(poll(&waiting, 1, 10_000) == 1)
            #expect(watch.next() == SIGURG)
            #expect(watch.next() == nil)
        }
        var after = sigset_t()
        pthread_sigmask(SIG_SETMASK, nil, &after)
        #expect(sigismember(&before, SIGURG) == sigismember(&after, SIGURG))
    }

    @Test("A command that is not interrupted is not told that it was")
    func quietCommand() async {
        let interruptions = Mutex(0)
        let result = await InterruptWatch.during { 7 } interrupted: { interruptions.withLock { $0 += 1 } }
        #expect(result == 7)
        #expect(interruptions.withLock { $0 } == 0)
    }
}
