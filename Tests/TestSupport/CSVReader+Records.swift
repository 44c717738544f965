import Text

extension CSVReader {
    /// Returns all records of a file.
    public static func records(
        of bytes: [UInt8], separator: UInt8 = UInt8(ascii: ",")
    ) throws(CSVError) -> [CSVRecord] {
        var reader = CSVReader(bytes, separator: separator)
        var records: [CSVRecord] = []
        while let record = try reader.next() { records.append(record) }
        return records
    }
}
