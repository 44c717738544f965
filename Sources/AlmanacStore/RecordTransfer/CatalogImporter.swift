import Interchange
import Localization
import Model
import SQLite

/// An importer of planet catalogs that runs in the caller’s transaction. It matches rows with planets by name or alias
/// or, if no name matches, by orbit.
struct CatalogImporter {
    /// The number of rows to import between updates of the search index.
    private static let batch = 500

    private let decisions: DuplicateDecisions
    private let listener: ImportListener
    private let connection: Connection
    private var matcher: CatalogMatcher
    /// The orbits that the exoplanets had before the import, or `nil` until it begins.
    private var orbits: KnownOrbits?
    /// The rows that may describe an existing planet with another name. They are imported after all others, because a
    /// later row may contain the name of that planet.
    private var renamed: [(entry: CatalogEntry, body: RecordReference)] = []
    private var report = CatalogReport()
    private var sources: Set<String> = []
    private var done = 0

    /// Creates an importer.
    ///
    /// - Parameter decisions: How to handle rows that may describe an existing planet with another name.
    init(
        onDuplicate decisions: DuplicateDecisions, reportingTo listener: ImportListener, in connection: Connection
    ) {
        self.decisions = decisions
        self.listener = listener
        self.connection = connection
        matcher = CatalogMatcher(connection: connection)
    }

    mutating func importRows(of streams: [CatalogStream]) throws -> CatalogReport {
        let groups = try SmartGroup.planets(in: connection)
        orbits = try KnownOrbits(in: connection)
        var expected = ExpectedCount(streams.map(\.source))
        for stream in streams {
            var stream = stream
            let before = done
            defer { stream.source.suspend() }
            do {
                try importRows(of: &stream, expected)
            } catch let problem as any ByteSourceProblem
                where streams.count > 1 && (problem is SourceProblem || done == before)
            {
                let sentences = problem.explanation.sentencesWithoutOutcome.joined()
                report.rejections.add(sentences, at: SourceLocation(file: stream.source.name))
            }
            expected.pass(stream.taken)
        }
        for (entry, body) in renamed { try accept(entry) { importer in try importer.importRenamed(entry, body) } }
        try reportMissing()
        try reportGroups(groups)
        return report
    }

    private mutating func importRows(of stream: inout CatalogStream, _ expected: ExpectedCount) throws {
        while let item = try stream.next() {
            try Task.checkCancellation()
            try importItem(item)
            done += 1
            if done.isMultiple(of: Self.batch) { try SearchIndexer(connection).update() }
            if done.isMultiple(of: 100) { listener.progress(done, expected.total(with: stream.taken)) }
        }
    }

    private mutating func importItem(_ item: CatalogItem) throws {
        switch item {
        case .passed: report.passed += 1
        case .otherSolution: report.otherSolutions += 1
        case .selection: report.isSelection = true
        case .warning(let sentence, let place): report.warnings.add(sentence, at: place)
        case .rejected(let row): try reject(row)
        case .entry(let entry): try accept(entry) { importer in try importer.importEntry(entry) }
        }
    }

    /// Imports a row, or rejects it if it is invalid.
    private mutating func accept(
        _ entry: CatalogEntry, _ work: (inout CatalogImporter) throws -> Void
    ) throws {
        do {
            try work(&self)
        } catch let problem as CatalogMatcher.Problem {
            try reject(entry, because: problem.sentence)
        } catch let problem as RecordProblem {
            try reject(entry, because: problem.explanation.sentencesWithoutOutcome.joined())
        } catch let problem as FieldProblem {
            try reject(entry, because: problem.sentence)
        }
    }

    private mutating func reject(_ entry: CatalogEntry, because reason: Message) throws {
        try matcher.markRejected(entry.name)
        try reject(RejectedItem(at: entry.place, because: reason, entry.text))
    }

    private mutating func reject(_ row: RejectedItem) throws {
        report.rejections.add(row.reason, at: row.place)
        try listener.reject(row)
    }

    private mutating func importEntry(_ entry: CatalogEntry) throws {
        let id = try matcher.body(of: entry)
        for column in entry.limits { report.limits[column, default: 0] += 1 }
        sources.formUnion(entry.sources)
        if let id { return try change(id, by: entry) }
        let planet = try entry.planet()
        if let body = orbits?.body(of: planet) {
            renamed.append((entry, body))
        } else {
            try add(planet, of: entry)
        }
    }

    /// Imports a row whose planet has the star and the period of an existing planet with another name.
    private mutating func importRenamed(_ entry: CatalogEntry, _ body: RecordReference) throws {
        let id = body.id.number
        // Since the row was deferred, other rows of the file may have provided a match for it or been matched to the
        // existing planet.
        if let known = try matcher.body(of: entry) { return try change(known, by: entry) }
        guard !matcher.hasRow(of: id) else { return try add(entry.planet(), of: entry) }
        let decision = decisions.decision(on: nil, .possible)
        switch decision {
        case .keepBoth: try add(entry.planet(), of: entry)
        case .merge: try change(id, by: entry)
        case .skip, nil:
            matcher.register(id, of: entry)
            report.undecided += decision == nil ? 1 : 0
            let names = FieldChange(key: "name", title: "Name", old: body.name, new: entry.name)
            report.add(.possible, body, at: entry.place, fields: [names])
        }
    }

    private mutating func add(_ new: Planet, of entry: CatalogEntry) throws {
        var planet = new
        planet.aliases = try free(entry.aliases, of: entry, but: nil)
        try RecordRules.check(planet)
        let id = try Planet.table.insert(planet, into: connection)
        matcher.register(id, of: entry)
        let recordID = RecordID(kind: .planet, number: id)
        warn(of: planet, since: Planet(), at: entry.place)
        report.add(.added, RecordReference(id: recordID, name: planet.title), at: entry.place)
    }

    private mutating func change(_ id: Int64, by entry: CatalogEntry) throws {
        let present = try Planet.table.fetch(id, tied: nil, from: connection)
        var (planet, kept, rounded) = try entry.merged(into: present.content, keeping: [])
        if planet != present.content, try ManualEdits.exist(of: present.recordID, in: connection) {
            let own = try ManualEdits.fields(of: present.recordID, in: connection)
            (planet, kept, rounded) = try entry.merged(into: present.content, keeping: own)
            if !own.contains("name") { planet = entry.renamed(planet) }
        } else {
            planet = entry.renamed(planet)
        }
        let known = NameKey.all(of: [planet.name] + planet.aliases, isCatalog: true)
        let others = ([entry.name] + entry.aliases).filter {
            NameKey.all(of: [$0], isCatalog: true).isDisjoint(with: known)
        }
        planet.aliases += try free(others, of: entry, but: id)
        try RecordRules.check(planet)
        matcher.register(id, of: entry)
        try Planet.table.update(present, to: planet, in: connection)
        report.rounded += rounded
        warn(of: planet, since: present.content, at: entry.place)
        report.add(
            present.reference,
            changedBy: Planet.table.differences(present.content, planet, titledFor: planet).map { $0.fieldChange() },
            at: entry.place, kept: kept)
    }

    /// Warns about transit values that became implausible.
    private mutating func warn(of planet: Planet, since former: Planet, at place: SourceLocation) {
        let known = former.transitProblems.map(\.reason)
        for problem in planet.transitProblems where !known.contains(problem.reason) {
            report.warnings.add("\(planet.title): \(problem.reason)", at: place)
        }
    }

    /// Returns the names that no other planet has, and warns about the remaining names.
    private mutating func free(_ names: [String], of entry: CatalogEntry, but id: Int64?) throws -> [String] {
        var free: [String] = []
        for name in names {
            let owners = try Planet.table.named(name, in: connection).filter { $0.id.number != id }
            guard let owner = owners.first else {
                free.append(name)
                continue
            }
            report.warnings.add(
                "Skipped the name “\(name)”: it belongs to \(owner.name) (\(owner.id)).", at: entry.place)
        }
        return free
    }

    /// Reports the planets from the imported catalogs that no longer have a row. These planets are kept.
    ///
    /// Files that lack many planets count as a selection, and their missing planets are not reported.
    private mutating func reportMissing() throws {
        guard !sources.isEmpty, !report.isSelection else { return }
        let present = try connection.all(Self.sourced) {
            (id: $0[0] as Int64, name: $0[1] as String, source: $0[2] as String)
        }
        let listed = present.filter { !sources.isDisjoint(with: CatalogEntry.parts(of: $0.source)) }
        let missing = listed.filter { !matcher.hasRow(of: $0.id) }
        report.isSelection = missing.count > max(Self.fewMissing, listed.count / 10)
        for body in report.isSelection ? [] : missing {
            let record = RecordReference(id: RecordID(kind: .planet, number: body.id), name: body.name)
            report.add(.gone, record, at: nil)
        }
    }

    /// The maximum number of missing planets for files that never count as a selection.
    private static let fewMissing = 10

    private mutating func reportGroups(_ before: [(group: RecordReference, members: Set<Int64>)]) throws {
        let after = try SmartGroup.planets(in: connection)
        for (old, new) in zip(before, after) where old.members != new.members {
            report.groups.append(
                CatalogReport.GroupChange(
                    new.group, added: try names(of: new.members.subtracting(old.members)),
                    removed: try names(of: old.members.subtracting(new.members))))
        }
    }

    private func names(of ids: Set<Int64>) throws -> [String] {
        try connection.all(
            """
            SELECT display_name FROM planet
            WHERE id IN (SELECT value FROM json_each(?1))
            ORDER BY sort_key, id
            """, binding: Array(ids).json
        ) { $0[0] }
    }

    static let sourced = "SELECT id, display_name, source FROM planet WHERE source <> '' ORDER BY sort_key, id"
}

/// A matcher that finds the planets of catalog rows by name or alias.
struct CatalogMatcher {
    /// A reason why a row cannot be matched.
    struct Problem: Error {
        let sentence: Message
    }

    private let connection: Connection
    /// The locations of imported rows, by the keys of their names.
    private var lines: [String: SourceLocation] = [:]
    private var places: [Int64: SourceLocation] = [:]
    /// The IDs of the planets in rejected rows.
    private var rejected: Set<Int64> = []

    init(connection: Connection) { self.connection = connection }

    /// Returns the ID of the planet in a row, or `nil` if the planet is new.
    func body(of entry: CatalogEntry) throws -> Int64? {
        if let place = NameKey.all(of: [entry.name], isCatalog: true).firstNonNil({ lines[$0] }) {
            throw Problem(sentence: "Duplicate of \(place): \(entry.name).")
        }
        guard let id = try known(entry) else { return nil }
        if let place = places[id] {
            throw Problem(sentence: "\(entry.name) and the row at \(place) both match planets/\(id).")
        }
        return id
    }

    private func known(_ entry: CatalogEntry) throws -> Int64? {
        for names in [[entry.name], entry.aliases] {
            let bodies = Set(try names.flatMap { try Planet.table.named($0, in: connection) })
            if bodies.count > 1 {
                let all = bodies.map { "\($0.name) (\($0.id))" }.sorted().joined(separator: ", ")
                throw Problem(sentence: "\(entry.name) matches several planets: \(all).")
            }
            if let body = bodies.first { return body.id.number }
        }
        return nil
    }

    mutating func register(_ id: Int64, of entry: CatalogEntry) {
        places[id] = entry.place
        for key in NameKey.all(of: [entry.name], isCatalog: true) { lines[key] = entry.place }
    }

    mutating func markRejected(_ name: String) throws {
        rejected.formUnion(try Planet.table.named(name, in: connection).map(\.id.number))
    }

    func hasRow(of id: Int64) -> Bool { places[id] != nil || rejected.contains(id) }
}
