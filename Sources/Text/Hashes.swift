/// The 64-bit FNV-1a hash (RFC 9923). The hash is not suitable for security purposes.
public struct FNV1a: Hashable, Sendable {
    @usableFromInline var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    @inlinable public init() {}

    @inlinable public init(_ bytes: some Sequence<UInt8>) { combine(bytes) }

    @inlinable public var value: UInt64 { hash }

    @inlinable public mutating func combine(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

    @inlinable public mutating func combine(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { combine(byte) }
    }
}

/// SHA-256 (FIPS 180-4 section 6.2), for the names of blobs and for checksums, such as those of migrations.
package enum SHA256 {
    /// Returns the hash as 64 lowercase hexadecimal digits.
    package static func hex(of bytes: [UInt8]) -> String {
        var state: InlineArray<8, UInt32> = [
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
        ]
        let whole = bytes.count / 64 * 64
        bytes.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: whole, by: 64) {
                mix(UnsafeRawBufferPointer(rebasing: bytes[start..<start + 64]), into: &state)
            }
        }
        padded(bytes[whole...], of: bytes.count).withUnsafeBytes { end in
            for start in stride(from: 0, to: end.count, by: 64) {
                mix(UnsafeRawBufferPointer(rebasing: end[start..<start + 64]), into: &state)
            }
        }
        return state.indices.map { index in
            let digits = String(state[index], radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    /// Returns the last bytes with padding (section 5.1.1): a one bit, zeros, and the length in bits, up to a multiple
    /// of 64 bytes.
    private static func padded(_ rest: ArraySlice<UInt8>, of count: Int) -> [UInt8] {
        let zeros = (119 - rest.count) % 64
        var block = Array(rest)
        block.append(0x80)
        block += [UInt8](repeating: 0, count: zeros)
        withUnsafeBytes(of: (UInt64(count) * 8).bigEndian) { block += $0 }
        return block
    }

    /// Compresses a block into the state (section 6.2.2).
    private static func mix(_ block: UnsafeRawBufferPointer, into state: inout InlineArray<8, UInt32>) {
        var w = InlineArray<64, UInt32>(repeating: 0)
        for t in 0..<16 {
            w[t] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: 4 * t, as: UInt32.self))
        }
        for t in 16..<64 {
            let s0 = rotated(w[t - 15], 7) ^ rotated(w[t - 15], 18) ^ w[t - 15] &>> 3
            let s1 = rotated(w[t - 2], 17) ^ rotated(w[t - 2], 19) ^ w[t - 2] &>> 10
            w[t] = w[t - 16] &+ s0 &+ w[t - 7] &+ s1
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for t in 0..<64 {
            let s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
            let s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
            let t1 = h &+ s1 &+ (e & f ^ ~e & g) &+ constants[t] &+ w[t]
            let t2 = s0 &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ t1, c, b, a, t1 &+ t2)
        }
        let mixed: InlineArray<8, UInt32> = [a, b, c, d, e, f, g, h]
        for i in state.indices { state[i] &+= mixed[i] }
    }

    /// Returns the word rotated to the right by a number of bits, ROTR (section 3.2).
    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word &>> count | word &<< (32 - count) }

    /// The constants (section 4.2.2): the first 32 bits of the fractional parts of the cube roots of the first 64
    /// primes.
    private static let constants: InlineArray<64, UInt32> = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
