import SQLite

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

    /// The value with invalid text replaced by valid text.
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
