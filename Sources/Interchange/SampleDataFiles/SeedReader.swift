import Model
import Text

/// Puts the rows of one kind together: rows with the same key, in whatever file, make one record.
struct SeedReader<Content: Recordable> {
    private var records: [SeedRecord<Content>] = []
    private var numbers: [String: Int] = [:]

    mutating func read(_ file: SeedFile) throws(SeedProblem) {
        var rows = CSVReader(file.bytes)
        guard let header = try placing(in: file, { () throws(CSVError) in try rows.next() }) else { return }
        let table = try SeedTable<Content>(header, in: file)
        while let row = try placing(in: file, { () throws(CSVError) in try rows.next() }) {
            try placing(in: file) { () throws(CSVError) in try row.requireCount(header.fields.count) }
            try add(row, of: table)
        }
    }

    private func placing<Result>(
        in file: SeedFile, _ body: () throws(CSVError) -> Result
    ) throws(SeedProblem) -> Result {
        do throws(CSVError) {
            return try body()
        } catch {
            throw .badRow(file: file.path, line: error.line, column: error.column, reason: error.problem.sentence)
        }
    }

    /// All records, each with the fields it cannot do without.
    func finished() throws(SeedProblem) -> [SeedRecord<Content>] {
        for record in records {
            for field in Content.fields where field.isRequired && field.read(record.content).isEmpty {
                throw SeedProblem(at: record.place, FieldProblem.required(field: field.title).sentence)
            }
        }
        return records
    }

    private mutating func add(_ row: CSVRecord, of table: SeedTable<Content>) throws(SeedProblem) {
        let key = row.fields[table.keyColumn]
        guard !key.text.isEmpty else { throw SeedProblem(at: table.place(of: key), "the row has no key") }
        if numbers[key.text] == nil {
            numbers[key.text] = records.count
            records.append(SeedRecord(key: key.text, place: table.place(of: key)))
        }
        guard let number = numbers[key.text] else { return }
        try table.read(row, into: &records[number])
    }
}
