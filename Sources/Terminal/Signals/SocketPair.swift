import Glibc

/// Two connected descriptors that no other program inherits; a pipe would be inherited for a moment.
package enum SocketPair {
    /// nil if there is no descriptor left.
    package static func open() -> (near: Int32, far: Int32)? {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        return socketpair(AF_UNIX, kind, 0, &ends) == 0 ? (ends[0], ends[1]) : nil
    }
}
