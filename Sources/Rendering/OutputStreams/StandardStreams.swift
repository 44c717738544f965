import Glibc

/// Makes descriptors 0, 1 and 2 safe to use; the first thing a program does.
public enum StandardStreams {
    /// Without it, the first file opened after `>&-` would become standard output and be written into.
    ///
    /// A closed stream is opened the wrong way round (nothing can be read from 0, nothing written to 1 and 2),
    /// so that its use is still an error. A reader that leaves is an error of `write`, not a signal.
    public static func prepare() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
        signal(SIGPIPE, SIG_IGN)
    }
}
