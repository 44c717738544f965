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
