import Localization
import Model
import Text

/// A reader of the records of one kind. Rows with the same key form one record, even across files.
struct SeedReader<Content: Recordable> {
    private var records: [SeedRecord<Content>] = []
    private var numbers: [String: Int] = [:]

    static func records(in files: [SeedFile]) throws(SeedProblem) -> [SeedRecord<Content>] {
        var reader = SeedReader()
        try forEachRow(of: files) { row, key, table throws(SeedProblem) in try reader.add(row, key, of: table) }
        return try reader.finished()
    }

    /// Returns the number of records without reading their fields.
    static func count(in files: [SeedFile]) throws(SeedProblem) -> Int {
        var keys: Set<String> = []
        try forEachRow(of: files) { _, key, _ in keys.insert(key.text) }
        return keys.count
    }

    /// Calls a closure with each row of the tables of this kind, such as `persons.csv` and `persons-….csv`. The files
    /// are read in alphabetical order.
    private static func forEachRow(
        of files: [SeedFile], _ body: (CSVRecord, _ key: CSVField, SeedTable<Content>) throws(SeedProblem) -> Void
    ) throws(SeedProblem) {
        let kind = Content.kind.plural
        let tables = files.filter { $0.tableName == kind[...] || $0.tableName?.hasPrefix(kind + "-") == true }
        for file in tables.sorted(by: { ($0.tableName ?? "") < ($1.tableName ?? "") }) {
            var rows = CSVReader(file.bytes)
            guard let header = try placing(in: file, { () throws(CSVError) in try rows.next() }) else { continue }
            let table = try SeedTable<Content>(header, in: file)
            while let row = try placing(in: file, { () throws(CSVError) in try rows.next() }) {
                try placing(in: file) { () throws(CSVError) in try row.requireCount(header.fields.count) }
                let key = row.fields[table.keyColumn]
                guard !key.text.isEmpty else { throw SeedProblem(at: table.place(of: key), "the row has no key") }
                try body(row, key, table)
            }
        }
    }

    private static func placing<Result>(
        in file: SeedFile, _ body: () throws(CSVError) -> Result
    ) throws(SeedProblem) -> Result {
        do throws(CSVError) {
            return try body()
        } catch {
            throw .badRow(file: file.path, line: error.line, column: error.column, reason: error.problem.sentence)
        }
    }

    /// Returns all records after checking that required fields have values.
    private func finished() throws(SeedProblem) -> [SeedRecord<Content>] {
        for record in records {
            for field in Content.fields where field.isRequired && field.read(record.content).isEmpty {
                throw SeedProblem(at: record.place, FieldProblem.required(field: field.title).sentence)
            }
        }
        return records
    }

    private mutating func add(_ row: CSVRecord, _ key: CSVField, of table: SeedTable<Content>) throws(SeedProblem) {
        if numbers[key.text] == nil {
            numbers[key.text] = records.count
            records.append(SeedRecord(key: key.text, place: table.place(of: key)))
        }
        guard let number = numbers[key.text] else { return }
        try table.read(row, into: &records[number])
    }
}

/// The header of a sample data table, with the meaning of each column.
struct SeedTable<Content: Recordable> {
    private enum Column {
        case key, label
        case link(to: Kind?)
        /// A field with the label of its values. A `*` in the label is replaced with the label of the row.
        case field(EditableField<Content>, label: String?)
    }

    private let file: SeedFile
    private let columns: [Column]
    private let labelColumn: Int?
    /// The index of the column `key`, or of the column `name` if there is no column `key`.
    let keyColumn: Int

    init(_ header: CSVRecord, in file: SeedFile) throws(SeedProblem) {
        self.file = file
        columns = try header.fields.map { field throws(SeedProblem) in
            if let column = Self.column(field.text) { return column }
            let problem = FieldProblem.unknown(key: field.text, known: [])
            throw .badRow(file: file.path, line: field.line, column: field.column, reason: problem.sentence)
        }
        labelColumn = header.texts.firstIndex(of: "label")
        guard let keyColumn = header.texts.firstIndex(of: "key") ?? header.texts.firstIndex(of: "name") else {
            throw .badRow(file: file.path, line: header.line, column: 1, reason: "the column “key” is missing")
        }
        self.keyColumn = keyColumn
    }

    private static func column(_ heading: String) -> Column? {
        let parts = heading.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let word = parts[0]
        if word == "key" { return .key }
        if word == "label" { return .label }
        if word == "member", Content.kind == .group { return .link(to: .person) }
        if word == "planet", Content.kind == .group { return .link(to: .planet) }
        guard let field = Content.fields.named(String(word)) else { return nil }
        if case .reference(let kinds) = field.shape { return .link(to: kinds.count == 1 ? kinds[0] : nil) }
        return .field(field, label: parts.count > 1 ? String(parts[1]) : nil)
    }

    func place(of field: CSVField) -> SourceLocation {
        SourceLocation(file: file.path, line: field.line, column: field.column)
    }

    /// Adds the values of a row to a record. Empty cells are ignored.
    func read(_ row: CSVRecord, into record: inout SeedRecord<Content>) throws(SeedProblem) {
        for (column, cell) in zip(columns, row.fields) where !cell.text.isEmpty {
            switch column {
            case .key, .label:
                continue
            case .link(let kind):
                record.links.append(try link(to: kind, in: cell))
            case .field(let field, let label):
                let label = try self.label(label, of: row, at: cell)
                do throws(FieldProblem) {
                    for word in Self.words(field, label, cell.text) {
                        try field.apply(word, to: &record.content)
                    }
                } catch {
                    throw SeedProblem(at: place(of: cell), error.sentence)
                }
            }
        }
    }

    private static func words(_ field: EditableField<Content>, _ label: String?, _ text: String) -> [FieldAssignment] {
        switch field.shape {
        case .labeled:
            [FieldAssignment(key: field.key, label: label, operation: .add, value: text)]
        case .several:
            text.split(separator: "|").map {
                FieldAssignment(key: field.key, label: label, operation: .add, value: String($0))
            }
        case .single, .prose, .secret, .reference:
            [FieldAssignment(key: field.key, label: label, value: text)]
        }
    }

    private func label(_ pattern: String?, of row: CSVRecord, at cell: CSVField) throws(SeedProblem) -> String? {
        guard let pattern, pattern.contains("*") else { return pattern }
        guard let labelColumn, !row.fields[labelColumn].text.isEmpty else {
            throw SeedProblem(at: place(of: cell), "the row has no label to replace the “*” in this column")
        }
        return pattern.split(separator: "*", omittingEmptySubsequences: false)
            .joined(separator: row.fields[labelColumn].text)
    }

    /// Returns the link in a cell. A name identifies a planet, and a key identifies a member. Text such as
    /// `persons/KEY` identifies the subject of a note, which can be a person, group, or planet.
    private func link(to kind: Kind?, in cell: CSVField) throws(SeedProblem) -> SeedLink {
        if let kind { return SeedLink(kind: kind, key: cell.text, place: place(of: cell)) }
        let parts = cell.text.split(separator: "/", maxSplits: 1)
        guard parts.count == 2, let kind = Kind(plural: parts[0]), kind != .note else {
            throw SeedProblem(
                at: place(of: cell),
                "“\(cell.text)” does not have the form persons/KEY, groups/KEY, or planets/NAME")
        }
        return SeedLink(kind: kind, key: String(parts[1]), place: place(of: cell))
    }
}

public struct SeedFile: Hashable, Sendable {
    public let path: String
    public let bytes: [UInt8]

    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    var name: Substring {
        path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    }

    /// The file name without `.csv`, or `nil` if the file is not a CSV file.
    var tableName: Substring? {
        name.hasSuffix(".csv") ? name.dropLast(4) : nil
    }
}

public struct SeedRecord<Content: Recordable>: Hashable, Sendable {
    public let key: String
    public let place: SourceLocation
    public var content = Content()
    /// The links of the record: the home planet of a person, the members and planets of a group, or the subject of a
    /// note.
    public var links: [SeedLink] = []
}

/// A link to a record by its key in the data set, or to a planet by its name in the database.
public struct SeedLink: Hashable, Sendable {
    public let kind: Kind
    public let key: String
    public let place: SourceLocation
}

/// The records of a sample data set.
public struct SeedContents: Hashable, Sendable {
    public let set: SeedSet
    public let planets: [SeedRecord<Planet>]
    public let persons: [SeedRecord<Person>]
    public let groups: [SeedRecord<Group>]
    public let notes: [SeedRecord<Note>]

    /// Creates the contents from the files of a data set, as described in `Seeds/SOURCES.md`. Other files are ignored.
    ///
    /// - Parameter path: The path of the data set to show in messages.
    public init(_ files: [SeedFile], at path: String) throws(SeedProblem) {
        var set = try SeedSet(header: files, at: path)
        planets = try SeedReader.records(in: files)
        persons = try SeedReader.records(in: files)
        groups = try SeedReader.records(in: files)
        notes = try SeedReader.records(in: files)
        try set.setCounts(
            [.planet: planets.count, .person: persons.count, .group: groups.count, .note: notes.count], at: path)
        self.set = set
        try requireLinks(persons.flatMap(\.links) + groups.flatMap(\.links) + notes.flatMap(\.links))
    }

    /// Checks that linked persons and groups exist in the data set. Linked planets may be in the database instead.
    private func requireLinks(_ links: [SeedLink]) throws(SeedProblem) {
        let known: [Kind: Set<String>] = [.person: Set(persons.map(\.key)), .group: Set(groups.map(\.key))]
        for link in links where known[link.kind]?.contains(link.key) == false {
            throw SeedProblem(at: link.place, "the set has no \(link.kind.noun) with the key “\(link.key)”")
        }
    }
}

extension SeedSet {
    /// Creates the description of a data set without reading the fields of its records.
    public init(_ files: [SeedFile], at path: String) throws(SeedProblem) {
        try self.init(header: files, at: path)
        try setCounts(
            [
                .planet: SeedReader<Planet>.count(in: files), .person: SeedReader<Person>.count(in: files),
                .group: SeedReader<Group>.count(in: files), .note: SeedReader<Note>.count(in: files),
            ], at: path)
    }
}

extension SeedSet {
    /// Reads the file `set.json` of a data set. The result has no counts.
    fileprivate init(header files: [SeedFile], at path: String) throws(SeedProblem) {
        guard let file = files.first(where: { $0.name == "set.json" }) else {
            throw .badSet(path: path, reason: "The file set.json is missing.")
        }
        let header: JSONValue
        do throws(JSONError) {
            header = try JSONReader.value(of: file.bytes)
        } catch {
            throw .badRow(file: file.path, line: error.line, column: error.column, reason: error.problem.sentence)
        }
        func text(_ key: String) throws(SeedProblem) -> String {
            guard let text = header[key]?.string, !text.isEmpty else {
                throw .badSet(path: file.path, reason: "The string “\(key)” is missing.")
            }
            return text
        }
        self.init(
            name: try text("name"), title: try text("title"), summary: try text("summary"),
            license: try text("license"), source: try text("source"), counts: [:])
    }

    fileprivate mutating func setCounts(_ counts: [Kind: Int], at path: String) throws(SeedProblem) {
        self.counts = counts.filter { $0.value > 0 }
        guard !self.counts.isEmpty else {
            throw .badSet(path: path, reason: "It has no rows in files such as persons.csv or planets.csv.")
        }
    }
}

extension SeedProblem {
    public init(at place: SourceLocation, _ reason: Message) {
        self = .badRow(file: place.file, line: place.line ?? 1, column: place.column ?? 1, reason: reason)
    }
}
