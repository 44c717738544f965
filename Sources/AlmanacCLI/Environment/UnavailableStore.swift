import Almanac
import AlmanacStore
import Interchange
import Model

/// Stands in for a store that is not open: whoever asks it anything is told why.
struct UnavailableStore: Sendable {
    let reason: any Error

    private func refuse<Answer>() throws -> Answer { throw reason }

    struct Records<Content: Recordable>: RecordDataSource {
        let store: UnavailableStore

        func records(_ ids: [TypedRecordID<Content>]) async throws -> [Record<Content>] { try store.refuse() }
        func record(_ id: TypedRecordID<Content>, at time: Timestamp) async throws -> Record<Content> {
            try store.refuse()
        }
        func list(_ listing: Listing<Content>) async throws -> RecordPage<Content> { try store.refuse() }
        func explain(_ listing: Listing<Content>) async throws -> [StatementPlan] { try store.refuse() }
        func count(_ scope: ListScope, matching text: String, where filter: Filter?) async throws -> Int {
            try store.refuse()
        }
        func named(_ text: String) async throws -> [RecordReference] { try store.refuse() }
        func add(_ content: Content) async throws -> Record<Content> { try store.refuse() }
        func update(_ id: TypedRecordID<Content>, version: Int, to content: Content) async throws -> Record<Content> {
            try store.refuse()
        }
        func delete(_ ids: [TypedRecordID<Content>]) async throws { throw store.reason }
    }
}

extension UnavailableStore.Records: PersonDataSource where Content == Person {
    func write(_ writes: [PersonWrite]) async throws -> [Record<Person>] { throw store.reason }
}
extension UnavailableStore.Records: PlanetDataSource where Content == Planet {
    func system(of name: String) async throws -> PlanetSystem? { throw store.reason }
    func faults() async throws -> [CatalogFault] { throw store.reason }
}
extension UnavailableStore.Records: NoteDataSource where Content == Note {}
extension UnavailableStore.Records: GroupDataSource where Content == Group {
    func add(_ persons: [Person.ID], to group: Group.ID) async throws -> Int { throw store.reason }
    func remove(_ persons: [Person.ID], from group: Group.ID) async throws -> Int { throw store.reason }
}

extension UnavailableStore: SearchDataSource, OccasionDataSource, RecipientDataSource, SeedDataSource, DraftDataSource,
    BlobDataSource
{
    func catchUp() async throws {}
    func find(_ text: String, at start: PageCursor<RecordID>, limit: Int) async throws -> Matches { try refuse() }
    func names(beginningWith text: String, of kinds: Set<Kind>, limit: Int) async throws -> Names { try refuse() }
    func names(like text: String, limit: Int) async throws -> [RecordReference] { try refuse() }

    func occasions(
        in span: YearlySpan, matching text: String, at start: PageCursor<Occasion.ID>, limit: Int
    ) async throws -> OccasionPage { try refuse() }

    func recipients(matching text: String, limit: Int?) async throws -> [Recipient] { try refuse() }

    func sets() async throws -> [SeedSet] { try refuse() }
    func read(_ sources: [SeedSource]) async throws -> any LoadableSampleData { try refuse() }

    func draft(at place: String, of account: Account.ID?) async throws -> Draft? { try refuse() }
    func save(_ draft: Draft, at place: String, of account: Account.ID?) async throws { throw reason }
    func discard(at place: String, of account: Account.ID?) async throws { throw reason }
    func places(of account: Account.ID?) async throws -> [String] { try refuse() }

    func read(_ id: BlobID) async throws -> [UInt8] { try refuse() }
    func write(_ bytes: [UInt8]) async throws -> BlobID { try refuse() }
    func contains(_ id: BlobID) async -> Bool { false }
}

extension UnavailableStore: DuplicateDataSource {
    func pairs(
        matching text: String, at start: PageCursor<DuplicateKey>, limit: Int
    ) async throws -> DuplicatePage { try refuse() }
    func reasons(_ first: Person.ID, _ second: Person.ID) async throws -> DuplicateReasons? { try refuse() }
    func merge(
        _ other: Record<Person>, into first: Record<Person>, as content: Person
    ) async throws -> Record<Person> { try refuse() }
    func mergeTarget(of id: Person.ID) async throws -> RecordReference? { try refuse() }
}

extension UnavailableStore: ArchiveDataSource {
    func items(from place: ArchivePlace, limit: Int) async throws -> ArchivePage { try refuse() }
    func restore(_ next: @escaping @Sendable () throws -> ArchiveItem?) async throws -> [Kind: Int] { try refuse() }
}

extension UnavailableStore: ImportDataSource, ExportDataSource {
    func take(
        _ streams: [ContactStream], onDuplicate known: OnDuplicate?, telling listener: ImportListener
    ) async throws -> ImportReport { try refuse() }
    func take(
        _ catalogs: [CatalogStream], telling listener: ImportListener
    ) async throws -> CatalogReport { try refuse() }
    func cards(
        of selection: ExportSelection, after: Person.ID?, limit: Int, withPhotos: Bool
    ) async throws -> ExportPage { try refuse() }
    func groups(of selection: ExportSelection) async throws -> [ContactCard] { try refuse() }
    func groups(_ ids: [Group.ID]) async throws -> [ContactCard] { try refuse() }
}

extension UnavailableStore: HistoryDataSource {
    func steps(
        about address: RecordID?, matching text: String, at start: PageCursor<Step.ID>, limit: Int
    ) async throws -> HistoryPage<Step> { try refuse() }
    func step(_ id: Step.ID) async throws -> Step { try refuse() }
    func step(of deed: CommandContext) async throws -> Step? { try refuse() }
    func changes(of step: Step.ID, at start: PageCursor<RecordID>, limit: Int) async throws -> HistoryPage<RecordChange>
    {
        try refuse()
    }
    func changes(of address: RecordID, in steps: [Step.ID]) async throws -> [Step.ID: [RecordChange]] { try refuse() }
    func nextUndo() async throws -> Step? { try refuse() }
    func nextRedo() async throws -> Step? { try refuse() }
    func undo(_ step: Step.ID, isDryRun: Bool) async throws -> Step { try refuse() }
    func redo(_ step: Step.ID, isDryRun: Bool) async throws -> Step { try refuse() }
    func trash(
        matching text: String, at start: PageCursor<RecordID>, limit: Int
    ) async throws -> HistoryPage<DeletedRecord> { try refuse() }
    func remains(of addresses: [RecordID]) async throws -> [DeletedRecord] { try refuse() }
    func restore(_ addresses: [RecordID]) async throws { throw reason }
    func purge(_ addresses: [RecordID]) async throws -> Set<BlobID> { try refuse() }
}

/// Nobody is known there, so a session can begin as guest.
extension UnavailableStore: AccountDataSource {
    func lastSession() async throws -> Session? { nil }
    func accounts() async throws -> [Account] { try refuse() }
    func account(_ id: Account.ID) async throws -> Account? { try refuse() }
    func add(name: String, passphrase: Passphrase?) async throws -> Account { try refuse() }
    func signUp(name: String, passphrase: Passphrase?) async throws -> Account { try refuse() }
    func addCard(_ card: Person, of account: Account.ID) async throws { throw reason }
    func update(_ account: Account) async throws { throw reason }
    func setPassphrase(_ passphrase: Passphrase?, of account: Account.ID) async throws { throw reason }
    func verify(_ passphrase: Passphrase?, of account: Account.ID) async throws { throw reason }
    func remember(_ session: Session) async throws { throw reason }
    func favorites(of account: Account.ID) async throws -> [RecordReference] { try refuse() }
    func favorites(of account: Account.ID, among addresses: [RecordID]) async throws -> Set<RecordID> { try refuse() }
    func setFavorite(_ isFavorite: Bool, _ address: RecordID, of account: Account.ID) async throws { throw reason }
}
