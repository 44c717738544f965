import Localization
import Model
import Navigation
import Text

/// The records that a command applies to: named records, the records listed on standard input, or the records of a list
/// or a search.
enum RecordSelection: Sendable {
    case named([RecordArgument])
    case input
    case list(ListSelection)

    /// Whether the user confirms all records together instead of one by one.
    var isBulk: Bool {
        switch self {
        case .named: false
        case .input, .list: true
        }
    }

    /// The selected list, or `nil` if the records are named or read from standard input.
    var list: ListSelection? {
        switch self {
        case .named, .input: nil
        case .list(let selection): selection
        }
    }

    /// Creates the selection of a command. At the prompt, a command without records uses the filtered list or the
    /// search on screen.
    ///
    /// - Parameter kinds: The kinds of record that the command accepts.
    /// - Throws: `CommandProblem` if there is no selection, if words and a list are combined, or if the list contains
    ///   none of the kinds.
    init(
        _ words: [RecordArgument], _ list: ListSelection?, of command: String, among kinds: [Kind] = Kind.allCases,
        in invocation: Invocation
    ) throws(CommandProblem) {
        let selected = words.isEmpty ? list ?? ListSelection(onScreen: invocation, among: kinds) : list
        switch (words.map(\.text), selected) {
        case (["-"], nil): self = .input
        case ([], let list?):
            guard list.list.listedKinds.contains(where: kinds.contains) else {
                throw .notHere(
                    "“\(command)” does not accept the records of “\(list.list.name)”.",
                    next: "Use a list of \(kinds.map(\.plural).joined(separator: " or ")).")
            }
            self = .list(list)
        case ([], nil):
            throw .notHere(
                "“\(command)” requires the ID or name of a record.", next: "Use “help \(command)” for examples.")
        case (_, nil): self = .named(words)
        case (_, _?): throw .notHere("IDs cannot be combined with --where or --list.", next: "Use only one of them.")
        }
    }

    static let details: Message = """
        `--where` selects the persons that match a filter (see “help filters”), and “-” selects the records that \
        standard input lists, one ID or name per line. Before changing these records, the command shows their number \
        and asks once; `--yes` skips confirmation. If the records change before the answer, it asks again. One “undo” \
        reverses all changes. Without IDs, the command uses the record on screen or, at the prompt, all records in the \
        filtered list or search results on screen, including those on other pages.
        """
}

/// A list or a search that selects the records for a command.
struct ListSelection: Hashable, Sendable {
    /// The location of the list, without a page and a limit.
    let list: Route
    /// The checksum of the records that the user has confirmed, if any.
    var confirmed: SelectionChecksum?
}

extension ListSelection {
    /// Creates a selection of the persons that match a filter.
    init(filter: Filter, confirmed: SelectionChecksum? = nil) {
        var state = ListState<Person>()
        state.filter = filter
        self.init(list: .persons(.list(state)), confirmed: confirmed)
    }

    /// Creates the selection of the filtered list or the search on screen. Returns `nil` in scripts, for other screens,
    /// and for lists of other kinds.
    init?(onScreen invocation: Invocation, among kinds: [Kind]) {
        guard invocation.isInteractive, let list = invocation.screen.selection(of: kinds) else { return nil }
        self.init(list: list)
    }

    /// Returns the selection with the checksum of the records that the user has confirmed.
    func confirmed(_ checksum: SelectionChecksum) -> ListSelection { ListSelection(list: list, confirmed: checksum) }

    /// The options that select these records.
    fileprivate var words: [String] {
        let checksum = confirmed.map { [Option.ifSelection.name, $0.text] } ?? []
        if case .persons(.list(let state)) = list, let filter = state.filter,
            self.list == ListSelection(filter: filter).list
        {
            return [Option.filter.name, filter.text] + checksum
        }
        return [Option.list.name, list.name] + checksum
    }
}

extension Argument where Value == ListSelection? {
    /// The options that select the records to change.
    static var listSelection: Argument {
        Argument(
            options: [.filter, .list, .ifSelection],
            read: { reader in
                let confirmed = try reader.value(of: .ifSelection, .checksum)
                let filter = try reader.value(of: .filter, .personFilter)
                switch (filter, try reader.value(of: .list, .recordList)) {
                case (let filter?, nil): return ListSelection(filter: filter, confirmed: confirmed)
                case (nil, let list?): return ListSelection(list: list, confirmed: confirmed)
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
        "--list", "LIST", "Select the records of a list, such as “persons?text=leia”", selectsRecords: true)
}

extension ValueParser where Value == Route {
    fileprivate static var recordList: ValueParser {
        ValueParser(
            .text, parse: { word, _ in Route(root: word)?.wholeList }, describe: \.name,
            orThrow: {
                CommandProblem.notHere(
                    "“\($0)” is not a list of records.", next: "Use a list such as “persons?text=leia”.")
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
        case .list(let selection): return try await all(of: selection.list).filter { kinds.contains($0.kind) }
        }
    }

    /// Returns the records of a list in the default order of lists, or all results of a search, best match first.
    func all(of list: Route) async throws -> [RecordID] {
        switch list {
        case .persons(.list(let state)): return try await all(of: state, in: persons)
        case .groups(.records(.list(let state))): return try await all(of: state, in: resolver.groups)
        case .planets(.list(let state)): return try await all(of: state, in: resolver.planets)
        case .notes(.list(let state)): return try await all(of: state, in: resolver.notes)
        case .found(let query): return try await results(of: query)
        default: return []
        }
    }

    private func all<Content>(
        of list: ListState<Content>, in source: some RecordDataSource<Content>
    ) async throws -> [RecordID] {
        let request = ListRequest<Content>(
            list.scope(unless: .usual), matching: list.narrowing, where: list.filter)
        return try await source.ids(of: request).map(\.recordID)
    }

    /// Returns all results of a search.
    ///
    /// - Throws: `CommandProblem` if there are too many results to find all of them.
    private func results(of query: Query) async throws -> [RecordID] {
        var ids: [RecordID] = []
        var page = Matches([], hasMore: true)
        while page.hasMore {
            try Task.checkCancellation()
            page = try await resolver.search.find(
                query.text, at: ids.last.map(PageCursor.after) ?? .beginning, limit: 1000)
            guard !page.isCapped else {
                throw CommandProblem.notHere(
                    "The search has too many results to select all of them.",
                    next: "Use more words, or a list such as “persons where …”.")
            }
            guard !page.matches.isEmpty else { break }
            ids += page.matches.map(\.reference.id)
        }
        return ids
    }

    /// Returns the IDs of the persons in a list, in the default order of lists.
    func personIDs(
        _ scope: ListScope = .all, matching text: String = "", where filter: Filter? = nil
    ) async throws -> [Person.ID] {
        try await persons.ids(of: ListRequest(scope, matching: text, where: filter))
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
    fileprivate func ids(of list: ListRequest<Content>) async throws -> [TypedRecordID<Content>] {
        var ids: [TypedRecordID<Content>] = []
        try await forEachPage(of: list) { ids += $0.map(\.id) }
        return ids
    }

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
