import FileIO

/// A writer of CSV files (RFC 4180) that accepts fields as borrowed bytes.
struct CSVFile: ~Copyable {
    private static let capacity = 1 << 16
    private let file: File
    private var buffer: [UInt8] = []

    init(at path: String) throws {
        FileSystem.remove(path)
        file = try File.create(path)
        buffer.reserveCapacity(2 * Self.capacity)
    }

    mutating func write(_ field: Span<UInt8>?, isFirst: Bool) {
        if !isFirst { buffer.append(UInt8(ascii: ",")) }
        field?.withUnsafeBufferPointer { bytes in
            guard bytes.contains(where: Self.needsQuotes) else { return buffer.append(contentsOf: bytes) }
            buffer.append(UInt8(ascii: "\""))
            for byte in bytes {
                if byte == UInt8(ascii: "\"") { buffer.append(byte) }
                buffer.append(byte)
            }
            buffer.append(UInt8(ascii: "\""))
        }
    }

    mutating func endLine() throws {
        buffer.append(UInt8(ascii: "\r"))
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.capacity { try flush() }
    }

    mutating func flush() throws {
        try file.write(buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    private static func needsQuotes(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n"): true
        default: false
        }
    }
}
