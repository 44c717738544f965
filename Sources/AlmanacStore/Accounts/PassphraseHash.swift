import CCrypt
import FileIO
import Glibc
import Model
import SQLite
@_spi(_Unicode) import Swift  // for NFC, which is not yet public in the standard library

/// The yescrypt hash of a passphrase, including the salt and the cost (see crypt(5)).
///
/// The passphrase is hashed as UTF-8 in NFC, so that precomposed and decomposed characters are equal.
struct PassphraseHash: RawRepresentable, Bindable, Hashable {
    /// The default work factor. Hashing takes a fifth of a second on a small machine.
    static let standardCost: UInt = 9
    /// The maximum length of a passphrase in bytes. crypt(3) rejects 512 bytes or more.
    static let limit = 511

    let rawValue: String
}

extension PassphraseHash {
    /// Creates the hash of a passphrase with a new salt.
    /// - Parameter cost: The work factor of crypt(5), from 1 to 11. Each step doubles the time.
    init(of passphrase: Passphrase, cost: UInt) throws {
        var setting = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
        guard crypt_gensalt_rn("$y$", cost, nil, 0, &setting, Int32(setting.count)) != nil,
            let hash = Self.crypt(try Self.bytes(of: passphrase), setting)
        else { throw StoreProblem.failed(detail: SystemError().reason) }
        rawValue = hash
    }

    func matches(_ passphrase: Passphrase) throws -> Bool {
        guard let hash = Self.crypt(try Self.bytes(of: passphrase), Array(rawValue.utf8CString)) else { return false }
        return Self.isEqual(Array(hash.utf8), Array(rawValue.utf8))
    }

    private static func bytes(of passphrase: Passphrase) throws(AccountProblem) -> [CChar] {
        var normal = String.UnicodeScalarView()
        normal.append(contentsOf: passphrase.text._nfc)
        let text = String(normal)
        if text.utf8.contains(0) { throw .passphraseHoldsNul }
        if text.utf8.count > limit { throw .passphraseTooLong(limit: limit) }
        return Array(text.utf8CString)
    }

    private static func crypt(_ passphrase: [CChar], _ setting: [CChar]) -> String? {
        var memory: UnsafeMutableRawPointer?
        var size: Int32 = 0
        defer {
            if let memory { explicit_bzero(memory, Int(size)) }
            free(memory)
        }
        return crypt_ra(passphrase, setting, &memory, &size).map { String(cString: $0) }
    }

    /// Returns whether two byte sequences are equal, in constant time.
    private static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
