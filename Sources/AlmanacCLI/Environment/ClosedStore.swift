import Almanac
import AlmanacStore
import Interchange
import Model

/// Stands in for a store that is not open: whoever asks it anything is told why.
struct ClosedStore: Sendable {
    let reason: any Error

    private func refuse<Answer>() throws -> Answer { throw reason }

    struct Records<Content: Recordable>: RecordDataSource {
        let store: ClosedStore

        func records(_ ids: [RecordID<Content>]) async throws -> [Record<Content>] { try store.refuse() }
        func record(_ id: RecordID<Content>, at time: Timestamp) async throws -> Record<Content> { try store.refuse() }
        func list(_ listing: Listing<Content.Order>) async throws -> Slice<Content> { try store.refuse() }
        func explain(_ listing: Listing<Content.Order>) async throws -> [StatementPlan] { try store.refuse() }
        func count(_ scope: ListScope, matching text: String, where filter: Filter?) async throws -> Int {
            try store.refuse()
        }
        func named(_ text: String) async throws -> [Reference] { try store.refuse() }
        func add(_ content: Content) async throws -> Record<Content> { try store.refuse() }
        func update(_ id: RecordID<Content>, version: Int, to content: Content) async throws -> Record<Content> {
            try store.refuse()
        }
        func delete(_ ids: [RecordID<Content>]) async throws { throw store.reason }
    }
}

extension ClosedStore.Records: PersonDataSource where Content == Person {
    func write(_ writes: [PersonWrite]) async throws -> [Record<Person>] { throw store.reason }
}
extension ClosedStore.Records: PlanetDataSource where Content == Planet {
    func system(of name: String) async throws -> PlanetSystem? { throw store.reason }
    func faults() async throws -> [CatalogueFault] { throw store.reason }
}
extension ClosedStore.Records: NoteDataSource where Content == Note {}
extension ClosedStore.Records: GroupDataSource where Content == Group {
    func add(_ persons: [Person.ID], to group: Group.ID) async throws -> Int { throw store.reason }
    func remove(_ persons: [Person.ID], from group: Group.ID) async throws -> Int { throw store.reason }
}

extension ClosedStore: SearchDataSource, OccasionDataSource, RecipientDataSource, SeedDataSource, DraftDataSource,
    BlobDataSource
{
    func catchUp() async throws {}
    func find(_ text: String, at start: PageStart<Address>, limit: Int) async throws -> Matches { try refuse() }
    func names(beginningWith text: String, of kinds: Set<Kind>, limit: Int) async throws -> Names { try refuse() }
    func names(like text: String, limit: Int) async throws -> [Reference] { try refuse() }

    func occasions(
        in span: YearlySpan, matching text: String, at start: PageStart<Occasion.ID>, limit: Int
    ) async throws -> OccasionPage { try refuse() }

    func recipients(matching text: String, limit: Int?) async throws -> [Recipient] { try refuse() }

    func sets() async throws -> [SeedSet] { try refuse() }
    func read(_ sources: [SeedSource]) async throws -> any PlantableSeeds { try refuse() }

    func draft(at place: String, of account: Account.ID?) async throws -> Draft? { try refuse() }
    func save(_ draft: Draft, at place: String, of account: Account.ID?) async throws { throw reason }
    func discard(at place: String, of account: Account.ID?) async throws { throw reason }
    func places(of account: Account.ID?) async throws -> [String] { try refuse() }

    func read(_ id: BlobID) async throws -> [UInt8] { try refuse() }
    func write(_ bytes: [UInt8]) async throws -> BlobID { try refuse() }
    func contains(_ id: BlobID) async -> Bool { false }
}

extension ClosedStore: DuplicateDataSource {
    func pairs(
        matching text: String, at start: PageStart<DuplicateKey>, limit: Int
    ) async throws -> DuplicatePage { try refuse() }
    func reasons(_ first: Person.ID, _ second: Person.ID) async throws -> DuplicateReasons? { try refuse() }
    func merge(
        _ other: Record<Person>, into first: Record<Person>, as content: Person
    ) async throws -> Record<Person> { try refuse() }
    func heir(of id: Person.ID) async throws -> Reference? { try refuse() }
}

extension ClosedStore: ArchiveDataSource {
    func items(from place: ArchivePlace, limit: Int) async throws -> ArchivePage { try refuse() }
    func restore(_ next: @escaping @Sendable () throws -> ArchiveItem?) async throws -> [Kind: Int] { try refuse() }
}

extension ClosedStore: ImportDataSource, ExportDataSource {
    func take(
        _ streams: [ContactStream], onDuplicate known: OnDuplicate?, telling listener: ImportListener
    ) async throws -> ImportReport { try refuse() }
    func take(
        _ catalogues: [CatalogueStream], telling listener: ImportListener
    ) async throws -> CatalogueReport { try refuse() }
    func cards(
        of selection: ExportSelection, after: Person.ID?, limit: Int, withPhotos: Bool
    ) async throws -> ExportPage { try refuse() }
    func groups(of selection: ExportSelection) async throws -> [ContactCard] { try refuse() }
    func groups(_ ids: [Group.ID]) async throws -> [ContactCard] { try refuse() }
}

extension ClosedStore: HistoryDataSource {
    func steps(
        about address: Address?, matching text: String, at start: PageStart<Step.ID>, limit: Int
    ) async throws -> HistoryPage<Step> { try refuse() }
    func step(_ id: Step.ID) async throws -> Step { try refuse() }
    func step(of deed: Deed) async throws -> Step? { try refuse() }
    func changes(of step: Step.ID, at start: PageStart<Address>, limit: Int) async throws -> HistoryPage<RecordChange> {
        try refuse()
    }
    func changes(of address: Address, in steps: [Step.ID]) async throws -> [Step.ID: [RecordChange]] { try refuse() }
    func nextUndo() async throws -> Step? { try refuse() }
    func nextRedo() async throws -> Step? { try refuse() }
    func undo(_ step: Step.ID, isDryRun: Bool) async throws -> Step { try refuse() }
    func redo(_ step: Step.ID, isDryRun: Bool) async throws -> Step { try refuse() }
    func trash(
        matching text: String, at start: PageStart<Address>, limit: Int
    ) async throws -> HistoryPage<Remains> { try refuse() }
    func remains(of addresses: [Address]) async throws -> [Remains] { try refuse() }
    func restore(_ addresses: [Address]) async throws { throw reason }
    func purge(_ addresses: [Address]) async throws -> Set<BlobID> { try refuse() }
}

/// Nobody is known there, so a session can begin as guest.
extension ClosedStore: AccountDataSource {
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
    func favorites(of account: Account.ID) async throws -> [Reference] { try refuse() }
    func favorites(of account: Account.ID, among addresses: [Address]) async throws -> Set<Address> { try refuse() }
    func setFavorite(_ isFavorite: Bool, _ address: Address, of account: Account.ID) async throws { throw reason }
}
