import Almanac
import Interchange
import Model
import Synchronization
import TestSupport

/// The updates of records, in the order in which they were made.
final class RecordedUpdates: Sendable {
    private let updates = Mutex<[(record: RecordID, token: UInt64)]>([])

    var records: [RecordID] { updates.withLock { $0.map(\.record) } }
    /// The context tokens of the commands that made the updates.
    var tokens: [UInt64] { updates.withLock { $0.map(\.token) } }

    func add(_ record: RecordID, in context: CommandContext) {
        updates.withLock { $0.append((record, context.token)) }
    }
}

/// A data source with fixed records, without a database. It accepts changes but does not apply them.
struct StubDataSource<Content: Recordable>: RecordDataSource {
    var contents: [Content] = []
    let updates = RecordedUpdates()
    /// The related records of each record.
    var links = Content.Links()
    /// Whether a search for a name throws an error.
    var isUnused = false

    private var all: [Record<Content>] {
        contents.enumerated().map { index, content in
            Record(
                id: .init(rawValue: Int64(index + 1)), uuid: "\(index)", created: Timestamp(secondsSince1970: 0),
                modified: Timestamp(secondsSince1970: 0), version: 1, content: content,
                links: links)
        }
    }

    func filtering(for account: Account.ID?) -> StubDataSource { self }
    func records(_ ids: [TypedRecordID<Content>]) -> [Record<Content>] { all.filter { ids.contains($0.id) } }
    func record(_ id: TypedRecordID<Content>, at time: Timestamp) throws -> Record<Content> {
        throw RecordProblem.notFound(id.recordID)
    }
    func list(_ listing: ListRequest<Content>) -> ResultPage<Record<Content>> { ResultPage(all, hasMore: false) }
    func explain(_ listing: ListRequest<Content>) -> [StatementPlan] { [] }
    func count(_ scope: ListScope, matching text: String, where filter: Filter?) -> Int { all.count }
    func count(before id: RecordID, in listing: ListRequest<Content>) -> Int { 0 }
    func named(_ text: String) throws -> [RecordReference] {
        if isUnused { throw UnusedDataSource.Unused() }
        return all.filter { $0.content.title == text }.map(\.reference)
    }
    func add(_ contents: [Content], in context: CommandContext) -> [TypedRecordID<Content>] {
        contents.indices.map { .init(rawValue: Int64(99 + $0)) }
    }
    func update(_ updates: [RecordUpdate<Content>], in context: CommandContext) {
        for update in updates { self.updates.add(update.record.recordID, in: context) }
    }
    func delete(_ ids: [TypedRecordID<Content>], in context: CommandContext) {}
}

extension StubDataSource: PersonDataSource where Content == Person {
    func write(_ writes: [PersonChange], in context: CommandContext) -> [Record<Person>] { [] }
    func relations(of persons: [Person.ID], limit: Int) -> [PersonRelation] { [] }
}

extension StubDataSource: GroupDataSource where Content == Group {
    func add(_ members: [RecordID], to group: Group.ID, in context: CommandContext) -> [Kind: Int] { [:] }
    func add(_ group: Group, with members: [RecordID], in context: CommandContext) -> Group.ID { .init(rawValue: 99) }
    func remove(_ members: [RecordID], from group: Group.ID, in context: CommandContext) -> [Kind: Int] { [:] }
}

extension StubDataSource: PlanetDataSource where Content == Planet {
    func systems(of name: String) -> [PlanetSystem] { [] }
    func siblings(of id: Planet.ID) -> LinkedRecords { .none }
    func faults() -> [CatalogFault] { [] }
}

extension StubDataSource: NoteDataSource where Content == Note {
    func addMessage(_ entry: Note, in context: CommandContext) -> (id: Note.ID, isNew: Bool) {
        (Note.ID(rawValue: 99), true)
    }
}

/// A history with one step, which added Leia, and one deleted record.
struct StubHistory: HistoryDataSource {
    let step = Step(
        id: Step.ID(rawValue: 5), time: Timestamp(secondsSince1970: 0), origin: .command("new person", by: nil),
        role: .edit, isUndone: false, records: 1)
    let leia = RecordReference(id: RecordID(kind: .person, number: 1), name: "Leia")

    func steps(
        about id: RecordID?, since time: Timestamp?, matching text: String, at start: PageCursor<Step.ID>,
        limit: Int
    ) -> ResultPage<Step> { ResultPage([step], hasMore: false) }
    func step(_ id: Step.ID) -> Step { step }
    func step(of context: CommandContext) -> Step? { nil }
    func changes(of step: Step.ID, at start: PageCursor<RecordID>, limit: Int) -> ResultPage<RecordChange> {
        ResultPage([RecordChange(record: leia, action: .added, fields: [])], hasMore: false)
    }
    func accountChanges(of step: Step.ID) -> [AccountChange] { [] }
    func changes(of id: RecordID, in steps: [Step.ID]) -> [Step.ID: [RecordChange]] { [:] }
    func nextUndo() -> Step? { step }
    func nextRedo() -> Step? { nil }
    func undo(_ step: Step.ID, in context: CommandContext) -> Step { self.step }
    func redo(_ step: Step.ID, in context: CommandContext) -> Step { self.step }
    func trash(
        matching text: String, at start: PageCursor<RecordID>, limit: Int
    ) -> ResultPage<DeletedRecord> { ResultPage([DeletedRecord(record: leia, deletion: step)], hasMore: false) }
    func deletedRecords(of addresses: [RecordID]) -> [DeletedRecord] { [] }
    func restore(_ addresses: [RecordID], in context: CommandContext) -> [RecordReference] { [] }
    func purge(_ addresses: [RecordID], in context: CommandContext) -> PurgeReport { PurgeReport() }
    func erase() {}
}

/// A data source without search results, duplicates, settings, or backups, and with at most one draft.
struct EmptyDataSource: SearchDataSource, DuplicateDataSource, DraftDataSource, SettingsDataSource, AutomaticBackups {
    var draft: Draft?

    func catchUp() {}
    func find(_ text: String, at start: PageCursor<RecordID>, limit: Int) -> Matches { Matches([], hasMore: false) }
    func names(beginningWith text: String, of kinds: Set<Kind>, limit: Int) -> Names { Names([], total: 0) }
    func names(like text: String, of kinds: Set<Kind>, limit: Int) -> [RecordReference] { [] }

    func pairs(
        matching text: String, at start: PageCursor<DuplicateKey>, limit: Int
    ) -> ResultPage<DuplicatePair> { ResultPage([], hasMore: false) }
    func reasons(_ first: Person.ID, _ second: Person.ID) -> DuplicateReasons? { nil }
    func merge(
        _ other: Record<Person>, into first: Record<Person>, as content: Person, in context: CommandContext
    ) {}
    func mergeTarget(of id: Person.ID) -> RecordReference? { nil }

    func draft(at place: String, of account: Account.ID?) -> Draft? { draft }
    func save(_ draft: Draft, at place: String, of account: Account.ID?) {}
    func discard(at place: String, of account: Account.ID?) {}
    func places(of account: Account.ID?) -> [String] { [] }

    func settings() -> Settings { Settings() }
    func save(_ settings: Settings) {}

    func backUpBefore(_ reason: BackupReason, in context: CommandContext) -> BackupReport? { nil }
    func discard(_ backup: BackupReport) {}
}

extension EmptyDataSource: CommandStepDataSource, ArchiveDataSource {
    func step(of context: CommandContext) -> Step? { nil }

    func items(from place: ArchivePosition, limit: Int) -> ArchivePage {
        ArchivePage([], lost: [], next: nil, moment: 0)
    }
    func restore(
        in context: CommandContext, _ next: @escaping @Sendable () throws -> ArchiveItem?
    ) -> [Kind: Int] { [:] }
}

/// A data source that returns the same two cards, both of which match existing contacts, for any import and records the
/// decisions about them.
final class StubImports: ImportDataSource {
    private let recorded = Mutex<[String]>([])

    /// The decisions of each import that is not a dry run.
    var imports: [String] { recorded.withLock { $0 } }

    func importContacts(
        _ streams: [ContactStream], onDuplicate decisions: DuplicateDecisions, reportingTo listener: ImportListener,
        in context: CommandContext
    ) -> ImportReport {
        var report = ImportReport()
        for (number, name) in ["Leia", "Luke"].enumerated() {
            let position = CardPosition(number: number + 1)
            report.counts[.changed, default: 0] += 1
            let decision = decisions.decision(on: position, .changed)
            report.add(
                .changed, decision,
                ImportReport.Case(
                    .changed, name, at: SourceLocation(file: "cards.vcf", number: number + 1), position,
                    existing: RecordReference(id: RecordID(kind: .person, number: Int64(number + 1)), name: name),
                    decision, because: nil, ImportReport.MergeEffects()))
        }
        if !context.isDryRun { recorded.withLock { $0.append(decisions.description) } }
        return report
    }

    func importCatalogs(
        _ catalogs: [CatalogStream], onDuplicate decisions: DuplicateDecisions, reportingTo listener: ImportListener,
        in context: CommandContext
    ) -> CatalogReport { CatalogReport() }
}

/// File access in which every file begins like a card and every folder is empty.
struct StubFiles: FileAccess {
    var folders: Set<String> = []
    /// The folder that relative paths refer to, with a slash at the end.
    var currentFolder = ""

    func read(_ path: String, limit: Int) -> [UInt8] { [] }
    func readLine(from descriptor: Int) -> String { "" }
    func open(_ path: String) -> any ByteSource { InMemoryByteSource(name: path, Array("BEGIN:VCARD".utf8)) }
    func files(inFolder path: String) -> [String]? { folders.contains(path) ? [] : nil }
    func absolutePath(_ path: String) -> String { path.hasPrefix("/") ? path : currentFolder + path }
    func folder(_ path: String) -> (any FileFolder)? { nil }
    func create(_ path: String, replacing: Bool, _ permissions: FilePermissions) -> any ByteTarget {
        InMemoryByteTarget { _ in }
    }
}

/// A data source with one account, which has no card, or without accounts.
struct StubAccounts: AccountDataSource {
    var isEmpty = false
    var leia = Account(
        id: Account.ID(rawValue: 1), name: "Leia", card: nil, hasPassphrase: false, hasSeenTutorial: false)

    func accounts() -> [Account] { isEmpty ? [] : [leia] }
    func account(_ id: Account.ID) -> Account? { id == leia.id ? leia : nil }
    func add(name: String, passphrase: Passphrase?, in context: CommandContext) -> Account { leia }
    func signUp(name: String, passphrase: Passphrase?, in context: CommandContext) -> Account { leia }
    func addCard(_ card: Person, of account: Account.ID, in context: CommandContext) {}
    func update(_ account: Account, in context: CommandContext) {}
    func setPassphrase(_ passphrase: Passphrase?, of account: Account.ID, in context: CommandContext) {}
    func verify(_ passphrase: Passphrase?, of account: Account.ID) throws {
        if passphrase?.text != "alderaan" { throw AccountProblem.wrongPassphrase(name: leia.name) }
    }
    func lastSession() -> Session? { nil }
    func remember(_ session: Session, in context: CommandContext) {}
}

extension EmptyDataSource: FavoriteDataSource {
    func favorites(
        of account: Account.ID?, _ kind: Kind?, matching text: String, by order: FavoriteOrder,
        at start: PageCursor<RecordID>, limit: Int
    ) -> ResultPage<RecordReference> { ResultPage([], hasMore: false) }
    func favorites(of account: Account.ID?, among addresses: [RecordID]) -> Set<RecordID> { [] }
    func setFavorite(
        _ isFavorite: Bool, _ id: RecordID, of account: Account.ID?, in context: CommandContext
    ) {}
}
