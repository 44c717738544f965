import Almanac
import Model

/// A data source with fixed records, without a database. It accepts changes and does not apply them.
struct StubDataSource<Content: Recordable>: RecordDataSource {
    var contents: [Content] = []
    /// The related records of each record.
    var links = Content.Links()

    private var all: [Record<Content>] {
        contents.enumerated().map { index, content in
            Record(
                id: .init(rawValue: Int64(index + 1)), uuid: "\(index)", created: Timestamp(secondsSince1970: 0),
                modified: Timestamp(secondsSince1970: 0), version: 1, content: content,
                links: links)
        }
    }

    func records(_ ids: [TypedRecordID<Content>]) -> [Record<Content>] { all.filter { ids.contains($0.id) } }
    func record(_ id: TypedRecordID<Content>, at time: Timestamp) throws -> Record<Content> {
        throw RecordProblem.notFound(id.address)
    }
    func list(_ listing: ListRequest<Content>) -> ResultPage<Record<Content>> { ResultPage(all, hasMore: false) }
    func explain(_ listing: ListRequest<Content>) -> [StatementPlan] { [] }
    func count(_ scope: ListScope, matching text: String, where filter: Filter?) -> Int { all.count }
    func named(_ text: String) -> [RecordReference] { all.filter { $0.content.title == text }.map(\.reference) }
    func add(_ content: Content, in context: CommandContext) -> TypedRecordID<Content> { .init(rawValue: 99) }
    func update(_ record: Record<Content>, to content: Content, in context: CommandContext) {}
    func delete(_ ids: [TypedRecordID<Content>], in context: CommandContext) {}
}

extension StubDataSource: PersonDataSource where Content == Person {
    func write(_ writes: [PersonChange], in context: CommandContext) -> [Record<Person>] { [] }
}

extension StubDataSource: GroupDataSource where Content == Group {
    func add(_ members: [RecordID], to group: Group.ID, in context: CommandContext) -> [Kind: Int] { [:] }
    func remove(_ members: [RecordID], from group: Group.ID, in context: CommandContext) -> [Kind: Int] { [:] }
}

extension StubDataSource: PlanetDataSource where Content == Planet {
    func system(of name: String) -> PlanetSystem? { nil }
    func faults() -> [CatalogFault] { [] }
}

extension StubDataSource: NoteDataSource where Content == Note {}

/// A data source without search results, duplicates, settings, or backups, and with at most one draft.
struct EmptyDataSource: SearchDataSource, DuplicateDataSource, DraftDataSource, SettingsDataSource, AutomaticBackups {
    var draft: Draft?

    func catchUp() {}
    func find(_ text: String, at start: PageCursor<RecordID>, limit: Int) -> Matches { Matches([], hasMore: false) }
    func names(beginningWith text: String, of kinds: Set<Kind>, limit: Int) -> Names { Names([], total: 0) }
    func names(like text: String, limit: Int) -> [RecordReference] { [] }

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
}

/// A data source with one account, which has no card.
struct StubAccounts: AccountDataSource {
    var leia = Account(
        id: Account.ID(rawValue: 1), name: "Leia", card: nil, hasPassphrase: false, hasSeenTutorial: false)

    func accounts() -> [Account] { [leia] }
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
        of account: Account.ID, _ kind: Kind?, matching text: String, by order: FavoriteOrder,
        at start: PageCursor<RecordID>, limit: Int
    ) -> ResultPage<RecordReference> { ResultPage([], hasMore: false) }
    func favorites(of account: Account.ID, among addresses: [RecordID]) -> Set<RecordID> { [] }
    func setFavorite(
        _ isFavorite: Bool, _ address: RecordID, of account: Account.ID, in context: CommandContext
    ) {}
}
