import CGlibc
import Glibc

/// A descriptor that becomes readable when a task is cancelled, so that a thread that waits for the network wakes up.
final class WakeUpSignal: Sendable {
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))

    deinit { close(descriptor) }

    func send() { _ = eventfd_write(descriptor, 1) }
}
