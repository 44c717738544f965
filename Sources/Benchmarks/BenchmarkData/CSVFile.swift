import Glibc

/// A writer of CSV files (RFC 4180) that accepts fields as borrowed bytes.
struct CSVFile: ~Copyable {
    private let descriptor: Int32
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    private var used = 0
    private(set) var written = 0

    struct Failure: Error {}

    init(at path: String) throws {
        descriptor = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0o600)
        if descriptor < 0 { throw Failure() }
    }

    deinit {
        buffer.deallocate()
        close(descriptor)
    }

    mutating func write(_ field: Span<UInt8>?, isFirst: Bool) throws {
        if !isFirst { try append(UInt8(ascii: ",")) }
        guard let field else { return }
        if Self.needsQuotes(field) {
            try append(UInt8(ascii: "\""))
            for index in field.indices {
                if field[index] == UInt8(ascii: "\"") { try append(UInt8(ascii: "\"")) }
                try append(field[index])
            }
            try append(UInt8(ascii: "\""))
        } else {
            try field.withUnsafeBytes { try append($0) }
        }
    }

    mutating func endLine() throws {
        try append(UInt8(ascii: "\r"))
        try append(UInt8(ascii: "\n"))
    }

    mutating func flush() throws {
        try write(UnsafeRawBufferPointer(rebasing: buffer[..<used]))
        used = 0
    }

    private static func needsQuotes(_ field: Span<UInt8>) -> Bool {
        for index in field.indices {
            switch field[index] {
            case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n"): return true
            default: break
            }
        }
        return false
    }

    private mutating func append(_ byte: UInt8) throws {
        if used == buffer.count { try flush() }
        buffer[used] = byte
        used += 1
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer) throws {
        if bytes.count > buffer.count - used {
            try flush()
            if bytes.count > buffer.count { return try write(bytes) }
        }
        UnsafeMutableRawBufferPointer(rebasing: buffer[used...]).copyMemory(from: bytes)
        used += bytes.count
    }

    private mutating func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard Glibc.write(descriptor, bytes.baseAddress, bytes.count) == bytes.count else { throw Failure() }
        written += bytes.count
    }
}
