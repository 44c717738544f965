/// Bytes and byte classes used by the parsers.
extension UInt8 {
    @inlinable public static var lineFeed: UInt8 { 0x0A }
    @inlinable public static var carriageReturn: UInt8 { 0x0D }
    @inlinable public static var quote: UInt8 { 0x22 }
    @inlinable public static var backslash: UInt8 { 0x5C }
    @inlinable public static var colon: UInt8 { 0x3A }
    @inlinable public static var semicolon: UInt8 { 0x3B }
    @inlinable public static var comma: UInt8 { 0x2C }
    @inlinable public static var equals: UInt8 { 0x3D }

    @inlinable public var isASCIIDigit: Bool { 0x30...0x39 ~= self }
    @inlinable public var isASCIILetter: Bool { 0x41...0x5A ~= self & 0xDF }
    @inlinable public var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }

    /// The value of a hexadecimal digit, or `nil` for other bytes.
    public var hexValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x37
        case 0x61...0x66: self - 0x57
        default: nil
        }
    }
}
