import CSQLite

/// A file system type, identified by its statfs(2) magic number.
public struct FileSystemType: Hashable, Sendable {
    public let number: UInt32

    public init(number: UInt32) { self.number = number }

    public init(of folder: String) { number = csqlite_file_system_type(folder) }

    /// Whether programs on other machines may have the same files open. Such programs cannot share the memory that a
    /// WAL requires.
    public var isShared: Bool {
        switch number {
        case 0x6969,  // NFS
            0x517B, 0xFE53_4D42, 0xFF53_4D42,  // SMB, SMB2, CIFS
            0x6573_5546,  // FUSE, such as sshfs
            0x0102_1997,  // 9P
            0x5346_414F, 0x6B41_4653,  // AFS
            0x00C3_6400,  // Ceph
            0x7375_7245, 0x564C,  // Coda, NCP
            0x0BD0_0BD0, 0x4750_4653,  // Lustre, GPFS
            0x0116_1970, 0x7461_636F,  // GFS2, OCFS2
            0x786F_4256, 0xBACB_ACBC:  // VirtualBox and VMware shared folders
            true
        default: false
        }
    }
}
