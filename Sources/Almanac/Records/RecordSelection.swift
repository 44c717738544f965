import Localization
import Model
import Navigation
import Text

/// The records that a command applies to: named records, the records listed on standard input, or the persons that
/// match a filter.
enum RecordSelection: Sendable {
    case named([RecordArgument])
    case input
    case persons(PersonSelection)

    /// Whether the user confirms all records together instead of one by one.
    var isBulk: Bool {
        switch self {
        case .named: false
        case .input, .persons: true
        }
    }

    /// The selection of persons, or `nil` if the records are named or read from standard input.
    var persons: PersonSelection? {
        switch self {
        case .named, .input: nil
        case .persons(let selection): selection
        }
    }

    /// Creates the selection of a command. At the prompt, a command without records uses the narrowed list on screen.
    ///
    /// - Throws: `CommandProblem` if there is no selection, or if words and a filter are combined.
    init(
        _ words: [RecordArgument], _ persons: PersonSelection?, of command: String, in invocation: Invocation
    ) throws(CommandProblem) {
        switch (words.map(\.text), words.isEmpty ? persons ?? PersonSelection(onScreen: invocation) : persons) {
        case (["-"], nil): self = .input
        case ([], let persons?): self = .persons(persons)
        case ([], nil):
            throw .notHere("“\(command)” requires the argument ID.", next: "Use “help \(command)” for examples.")
        case (_, nil): self = .named(words)
        case (_, _?): throw .notHere("IDs cannot be combined with --where or --list.", next: "Use only one of them.")
        }
    }

    static let details: Message = """
        `--where` selects the persons that match a filter (see “help filters”), and “-” selects the records that standard \
        input lists, one ID or name per line. Before changing these records, the command shows their number and asks \
        once; `--yes` skips confirmation. If the records change before the answer, it asks again. One “undo” reverses all \
        changes. Without IDs, the command uses the record on screen or, at the prompt, all contacts of the filtered list \
        on screen.
        """
}

/// A list that selects the persons for a command.
struct PersonSelection: Hashable, Sendable {
    var list: ListState<Person>
    /// The checksum of the persons that the user has confirmed, if any.
    var confirmed: SelectionChecksum?
}

extension PersonSelection {
    /// Creates a selection of the persons that match a filter.
    init(filter: Filter, confirmed: SelectionChecksum? = nil) {
        self.init(list: ListState(), confirmed: confirmed)
        list.filter = filter
    }

    /// Creates the selection of the narrowed list on screen, or returns `nil` for other screens and in scripts.
    init?(onScreen invocation: Invocation) {
        guard invocation.isInteractive, let list = invocation.screen.narrowedPersons else { return nil }
        self.init(list: list)
    }

    /// Returns the selection with the checksum of the persons that the user has confirmed.
    func confirmed(_ checksum: SelectionChecksum) -> PersonSelection {
        PersonSelection(list: list, confirmed: checksum)
    }

    /// The options that select these persons.
    fileprivate var words: [String] {
        let checksum = confirmed.map { [Option.ifSelection.name, $0.text] } ?? []
        if let filter = list.filter, list.narrowing.isEmpty, list.owner == nil, !list.isUngrouped {
            return [Option.filter.name, filter.text] + checksum
        }
        var list = list.starting(.beginning)
        list.limit = nil
        return [Option.list.name, Route.persons(.list(list)).name] + checksum
    }
}

extension Argument where Value == PersonSelection? {
    /// The options that select the persons to change.
    static var personSelection: Argument {
        Argument(
            options: [.filter, .list, .ifSelection],
            read: { reader in
                let confirmed = try reader.value(of: .ifSelection, .checksum)
                let filter = try reader.value(of: .filter, .personFilter)
                switch (filter, try reader.value(of: .list, .personList)) {
                case (let filter?, nil): return PersonSelection(filter: filter, confirmed: confirmed)
                case (nil, let list?): return PersonSelection(list: list, confirmed: confirmed)
                case (nil, nil) where confirmed == nil: return nil
                case (nil, nil):
                    throw CommandProblem.notHere(
                        "“\(Option.ifSelection.name)” requires --where or --list.", next: "Add one of them.")
                case (_?, _?):
                    throw CommandProblem.notHere(
                        "--where and --list cannot be combined.", next: "Use only one of them.")
                }
            }, words: { $0?.words ?? [] })
    }
}

extension Option {
    fileprivate static let filter = Option(
        "--where", "FILTER", "Select the contacts that match this filter", takes: .filter(.person), selectsRecords: true
    )
    fileprivate static let list = Option(
        "--list", "LIST", "Select the contacts of a list, such as “persons?text=leia”", selectsRecords: true)
}

extension ValueParser where Value == ListState<Person> {
    fileprivate static var personList: ValueParser {
        ValueParser(
            .text,
            parse: { word, _ in if case .persons(.list(let list))? = Route(root: word) { list } else { nil } },
            describe: { Route.persons(.list($0)).name },
            orThrow: {
                CommandProblem.notHere(
                    "“\($0)” is not a list of persons.", next: "Use a list such as “persons?text=leia”.")
            })
    }
}

extension ValueParser where Value == Filter {
    static var personFilter: ValueParser {
        ValueParser(
            .filter(.person), parse: { word, _ in try FilterTokenJoiner.filter([word], of: .person) }, describe: \.text)
    }
}

extension Argument where Value == Filter? {
    /// An option that selects persons with a filter.
    static var personFilter: Argument { option(.filter, .personFilter) }
}

/// The record that a command names, if any, and the words that follow it.
struct NamedRecord<Rest: Sendable>: Sendable {
    let record: RecordArgument?
    let rest: [Rest]
}

extension Argument {
    /// Returns an argument that accepts a record followed by other words. The record is omitted with `--where` or
    /// `--list`, or if the first word is an assignment or begins a text about the list on screen.
    ///
    /// - Parameters:
    ///   - rest: The parameters of the other words.
    ///   - parser: The parser of the other words.
    static func record<Rest>(
        _ kinds: [Kind], _ rest: [Parameter], _ parser: ValueParser<Rest>
    ) -> Argument where Value == NamedRecord<Rest> {
        let record = ValueParser<RecordArgument>.record(among: kinds)
        return Argument(
            [Parameter("ID", record.kind, .optional, screenUse: .always)] + rest,
            read: { reader in
                // Without an ID, the other words start one position earlier.
                let lacksID =
                    reader.has(.filter) || reader.has(.list) || parser.kind.isFields && reader.isAtAssignment
                    || reader.isAtTextAboutList
                let named = lacksID ? nil : try reader.next(record)
                var words = lacksID ? try reader.rest(parser) : []
                for _ in rest { words += try reader.rest(parser) }
                return NamedRecord(record: named, rest: words)
            }, words: { [$0.record?.description].compactMap(\.self) + $0.rest.map(parser.describe) })
    }
}

/// A reader that determines the records of a selection.
struct SelectionReader: Sendable {
    private static let limit = 64 << 20
    let persons: any PersonDataSource
    let files: any FileAccess
    let resolver: RecordResolver

    /// Returns the IDs of the records, without duplicates.
    ///
    /// - Parameter kinds: The kinds of record that the command accepts.
    /// - Throws: An error if a named record was not found.
    func ids(
        of selection: RecordSelection, _ kinds: [Kind] = Kind.allCases, in invocation: Invocation
    ) async throws -> [RecordID] {
        switch selection {
        case .named(let records): return try await resolver.ids(records).unique
        case .input:
            guard !invocation.isInteractive else {
                throw CommandProblem.notHere(
                    "“-” requires piped input.", next: "Use IDs or --where in an interactive session.")
            }
            return try await resolver.ids(try await input(kinds)).unique
        case .persons(let selection): return try await all(of: selection).map(\.recordID)
        }
    }

    /// Returns the selected persons, in the default order of lists.
    func all(of selection: PersonSelection) async throws -> [Person.ID] {
        let list = selection.list
        // A filter on the command line, like the options of an export, applies to all persons.
        return try await all(
            list.owner == nil && !list.isUngrouped ? .all : list.scope(unless: .usual), matching: list.narrowing,
            where: list.filter)
    }

    /// Returns the persons of a list, in the default order of lists.
    func all(
        _ scope: ListScope = .all, matching text: String = "", where filter: Filter? = nil
    ) async throws -> [Person.ID] {
        var ids: [Person.ID] = []
        try await persons.forEachPage(of: ListRequest(scope, matching: text, where: filter)) { ids += $0.map(\.id) }
        return ids
    }

    /// Reads records from standard input. A line whose last cell is an ID, such as a table row, selects that record.
    private func input(_ kinds: [Kind]) async throws -> [RecordArgument] {
        let bytes = try await files.read("-", limit: Self.limit)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandProblem.notHere("Standard input is not UTF-8 text.", next: "Use one ID or name per line.")
        }
        return text.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }.map { line in
            let id = line.split(separator: "\t").last.flatMap { RecordID($0.trimmed) }
            return RecordArgument(text: id?.description ?? line, kinds: kinds)
        }
    }
}

/// A checksum of selected records and their versions. The command line that follows a confirmation contains it, so that
/// the command changes only the confirmed records.
struct SelectionChecksum: Hashable, Sendable {
    let text: String

    /// Creates the checksum of IDs, each with a version.
    init(of versions: [String]) {
        text = String(FNV1a(versions.joined(separator: "\n").utf8).value, radix: 16)
    }

    fileprivate init(text: String) { self.text = text }
}

extension ValueParser where Value == SelectionChecksum {
    static var checksum: ValueParser {
        ValueParser(.text, parse: { word, _ in SelectionChecksum(text: word) }, describe: \.text)
    }
}

extension CommandProblem {
    /// The error for a script whose selection no longer has the expected checksum.
    static let selectionChanged = CommandProblem.notHere(
        "The selected records have changed.", next: "Check them, and repeat the command without --if-selection.")
}

extension Option {
    static let ifSelection = Option(
        "--if-selection", "CHECKSUM", "Ask again unless the selection has this checksum", isRecorded: false)
}

extension Argument where Value == SelectionChecksum? {
    static var ifSelection: Argument { option(.ifSelection, .checksum) }
}

extension RecordResolver {
    /// Returns the checksum of records and their current versions.
    func checksum(of ids: [RecordID]) async throws -> SelectionChecksum {
        var versions: [String] = []
        for kind in Kind.allCases { versions += try await editor(for: kind).versions(of: ids) }
        return SelectionChecksum(of: versions)
    }
}

extension RecordOperations {
    /// Returns the IDs and versions of the records of this kind.
    fileprivate func versions(of ids: [RecordID]) async throws -> [String] {
        try await source.records(ids.compactMap(TypedRecordID.init)).map { "\($0.recordID) \($0.version)" }
    }
}

extension RecordDataSource {
    /// Passes all records of a list to a closure, page by page.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    func forEachPage(
        of list: ListRequest<Content>, _ body: ([Record<Content>]) throws -> Void
    ) async throws {
        var list = list
        list.limit = 1000
        var page = ResultPage<Record<Content>>([], hasMore: true)
        while page.hasMore {
            try Task.checkCancellation()
            page = try await self.list(list)
            try body(page.items)
            guard let last = page.items.last else { return }
            list.after = last.id.recordID
        }
    }
}
