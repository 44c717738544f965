/// One record of a CSV text and the line it begins on (counted from 1).
public struct CSVRecord: Hashable, Sendable {
    public let fields: [CSVField]
    public let line: Int

    public init(fields: [CSVField], line: Int) {
        self.fields = fields
        self.line = line
    }

    public var texts: [String] { fields.map(\.text) }

    /// Refuses a ragged row: one whose number of fields is not that of the header.
    public func requireCount(_ count: Int) throws(CSVError) {
        guard fields.count != count else { return }
        let extra = fields.count > count ? fields[count] : fields.last
        throw CSVError(
            line: extra?.line ?? line, column: extra?.column ?? 1,
            problem: .fieldCount(expected: count, found: fields.count))
    }
}
