import Localization
import Model
import Text

public struct SeedContents: Hashable, Sendable {
    public let name: String
    public let title: String
    public let summary: String
    public let license: String
    public let source: String

    public let planets: [SeedRecord<Planet>]
    public let persons: [SeedRecord<Person>]
    public let groups: [SeedRecord<Group>]
    public let notes: [SeedRecord<Note>]

    public var counts: [Kind: Int] {
        [.planet: planets.count, .person: persons.count, .group: groups.count, .note: notes.count].filter {
            $0.value > 0
        }
    }

    /// Creates the contents from the files of a data set, as described in `Seeds/SOURCES.md`. Other files are ignored.
    ///
    /// - Parameter path: The path of the data set in messages.
    public init(_ files: [SeedFile], at path: String) throws(SeedProblem) {
        guard let about = files.first(where: { $0.name == "set.json" }) else {
            throw .badSet(path: path, reason: "The file set.json is missing.")
        }
        let header = try Self.header(in: about)
        func text(_ key: String) throws(SeedProblem) -> String {
            guard let text = header[key]?.string, !text.isEmpty else {
                throw .badSet(path: about.path, reason: "The string “\(key)” is missing.")
            }
            return text
        }
        name = try text("name")
        title = try text("title")
        summary = try text("summary")
        license = try text("license")
        source = try text("source")

        planets = try Self.records(in: files)
        persons = try Self.records(in: files)
        groups = try Self.records(in: files)
        notes = try Self.records(in: files)
        guard !counts.isEmpty else {
            throw .badSet(path: path, reason: "It has no rows in files such as persons.csv or planets.csv.")
        }
        try requireLinks(persons.flatMap(\.links) + groups.flatMap(\.links) + notes.flatMap(\.links))
    }

    private static func header(in file: SeedFile) throws(SeedProblem) -> JSONValue {
        do throws(JSONError) {
            return try JSONReader.value(of: file.bytes)
        } catch {
            throw .badRow(file: file.path, line: error.line, column: error.column, reason: error.problem.sentence)
        }
    }

    /// Reads the records of one kind. Files such as `persons.csv` and `persons-….csv` are read in alphabetical order.
    private static func records<Content>(in files: [SeedFile]) throws(SeedProblem) -> [SeedRecord<Content>] {
        let kind = Content.kind.plural
        let tables = files.filter { $0.tableName == kind[...] || $0.tableName?.hasPrefix(kind + "-") == true }
        var reader = SeedReader<Content>()
        for table in tables.sorted(by: { ($0.tableName ?? "") < ($1.tableName ?? "") }) {
            try reader.read(table)
        }
        return try reader.finished()
    }

    /// Checks that linked persons and groups exist in the data set. Linked planets may be in the database instead.
    private func requireLinks(_ links: [SeedLink]) throws(SeedProblem) {
        let known: [Kind: Set<String>] = [.person: Set(persons.map(\.key)), .group: Set(groups.map(\.key))]
        for link in links where known[link.kind]?.contains(link.key) == false {
            throw SeedProblem(at: link.place, "the set has no \(link.kind.noun) with the key “\(link.key)”")
        }
    }
}

extension SeedProblem {
    public init(at place: SourceLocation, _ reason: Message) {
        self = .badRow(file: place.file, line: place.line ?? 1, column: place.column ?? 1, reason: reason)
    }
}
