import Glibc

/// The umask at the start of the program. The program itself uses the umask 077.
enum StartupUmask {
    /// The original umask. The first access sets the umask of the program.
    static let original = umask(0o077)

    /// The mode of a file that others may read if the original umask allows it.
    static var fileMode: mode_t { 0o666 & ~original }
}
