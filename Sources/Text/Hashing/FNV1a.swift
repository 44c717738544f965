/// The hash FNV-1a with 64 bits (RFC 9923): it tells texts apart where nobody tries to make two alike, and guards nothing.
public struct FNV1a: Hashable, Sendable {
    public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    public init() {}

    public init(_ bytes: some Sequence<UInt8>) { combine(bytes) }

    @inline(__always)
    public mutating func combine(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

    public mutating func combine(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { combine(byte) }
    }
}
