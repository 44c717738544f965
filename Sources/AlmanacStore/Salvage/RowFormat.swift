import SQLite

/// The header of a stored row, which contains the type of each value
/// (https://sqlite.org/fileformat.html#record_format).
struct RowFormat {
    /// The type and length of a stored value.
    enum ValueType: Hashable {
        case null, zero, one, real
        case integer(length: Int)
        case text(length: Int)
        case blob(length: Int)

        init?(_ code: Int64) {
            switch code {
            case 0: self = .null
            case 1...4: self = .integer(length: Int(code))
            case 5: self = .integer(length: 6)
            case 6: self = .integer(length: 8)
            case 7: self = .real
            case 8: self = .zero
            case 9: self = .one
            case 12...: self = code % 2 == 0 ? .blob(length: Int(code - 12) / 2) : .text(length: Int(code - 13) / 2)
            default: return nil
            }
        }

        var length: Int {
            switch self {
            case .null, .zero, .one: 0
            case .real: 8
            case .integer(let length), .text(let length), .blob(let length): length
            }
        }
    }

    let types: [ValueType]
    /// The offset of the first value.
    private let start: Int

    /// Reads the header at the beginning of a payload.
    /// - Returns: `nil` if the header is invalid or the header and the values together do not have the size of the
    ///   payload.
    init?(_ payload: [UInt8], of size: Int) {
        var offset = 0
        guard let end = payload.varint(at: &offset, end: payload.count), end >= 2, end <= payload.count else {
            return nil
        }
        start = Int(end)
        var (types, length): ([ValueType], Int) = ([], start)
        while offset < start {
            guard let code = payload.varint(at: &offset, end: start), let type = ValueType(code),
                type.length <= size - length
            else { return nil }
            length += type.length
            types.append(type)
        }
        guard length == size, !types.isEmpty else { return nil }
        self.types = types
    }

    /// Reads the values of a complete payload.
    func values(of payload: [UInt8]) -> [StoredValue] {
        var offset = start
        return types.map { type in
            defer { offset += type.length }
            return StoredValue(type, payload, at: offset)
        }
    }
}

extension PageFile {
    /// Returns the types of the values in a row, or `nil` if the row is unreadable.
    func format(of cell: TreePage.Cell, in page: TreePage) -> RowFormat? {
        var offset = cell.local.lowerBound
        guard let length = page.bytes.varint(at: &offset, end: cell.local.upperBound), length <= cell.payloadSize,
            let beginning = payload(of: cell, in: page, limit: Int(length))
        else { return nil }
        return RowFormat(beginning, of: cell.payloadSize)
    }

    /// Returns the values of a row, or `nil` if the row is unreadable.
    func values(of cell: TreePage.Cell, in page: TreePage) -> [StoredValue]? {
        payload(of: cell, in: page).flatMap { RowFormat($0, of: cell.payloadSize)?.values(of: $0) }
    }
}

/// A value in a row of a page.
enum StoredValue: Hashable {
    case null
    case integer(Int64)
    case real(Double)
    /// Valid UTF-8 without NUL characters.
    case text(String)
    /// A blob, or text that is invalid.
    case blob([UInt8], isText: Bool)

    init(_ type: RowFormat.ValueType, _ payload: [UInt8], at offset: Int) {
        let bytes = payload[offset..<offset + type.length]
        switch type {
        case .null: self = .null
        case .zero: self = .integer(0)
        case .one: self = .integer(1)
        case .integer: self = .integer(Self.integer(bytes))
        case .real: self = .real(Double(bitPattern: UInt64(bitPattern: Self.integer(bytes))))
        case .blob: self = .blob(Array(bytes), isText: false)
        case .text:
            let text = bytes.withUnsafeBufferPointer { $0.contains(0) ? nil : String(validating: $0, as: UTF8.self) }
            self = text.map(StoredValue.text) ?? .blob(Array(bytes), isText: true)
        }
    }

    private static func integer(_ bytes: ArraySlice<UInt8>) -> Int64 {
        bytes.dropFirst().reduce(Int64(Int8(bitPattern: bytes.first ?? 0))) { $0 << 8 | Int64($1) }
    }

    var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

    var text: String? { if case .text(let value) = self { value } else { nil } }

    /// The value, with invalid text made valid by removing NUL characters and replacing other invalid bytes.
    var repaired: StoredValue {
        guard case .blob(let bytes, isText: true) = self else { return self }
        return .text(String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self))
    }
}

// Invalid text is bound as a blob, which no TEXT column of a strict table accepts.
extension StoredValue: Bindable {
    func bind(to parameters: inout Bindings, at index: Int) {
        switch self {
        case .null: parameters.bindNull(at: index)
        case .integer(let value): value.bind(to: &parameters, at: index)
        case .real(let value): value.bind(to: &parameters, at: index)
        case .text(let value): value.bind(to: &parameters, at: index)
        case .blob(let value, _): value.bind(to: &parameters, at: index)
        }
    }
}
