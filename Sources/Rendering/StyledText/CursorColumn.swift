/// Functions for the control sequence “cursor character absolute” (ECMA-48, section 8.3.9), which is written after text
/// of ambiguous width.
package enum CursorColumn {
    /// Returns the sequence that moves the cursor to a column.
    ///
    /// - Parameter column: The column, counted from 0.
    static func sequence(to column: Int) -> String { "\u{1B}[\(column + 1)G" }

    /// Returns the bytes without these sequences, for a pager that tracks columns itself.
    package static func removed(from bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let escape = rest.firstIndex(of: 0x1B) {
            kept += rest[..<escape]
            rest = rest[escape...]
            let digits = rest.dropFirst(2).prefix { (0x30...0x39).contains($0) }
            let isMovement = rest.dropFirst().first == UInt8(ascii: "[") && digits.endIndex < rest.endIndex
            if isMovement, rest[digits.endIndex] == UInt8(ascii: "G") {
                rest = rest[(digits.endIndex + 1)...]
            } else {
                kept.append(0x1B)
                rest = rest.dropFirst()
            }
        }
        return kept + rest
    }
}
