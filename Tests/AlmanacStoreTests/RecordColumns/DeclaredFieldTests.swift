import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("The database, filters, sort orders, search, and history support every declared field")
struct DeclaredFieldTests {
    @Test func `Every field of persons is supported`() async throws {
        try await isKnown(Tables.persons, .full(home: Planet.ID(rawValue: 1)))
    }
    @Test func `Every field of groups is supported`() async throws { try await isKnown(Tables.groups, .example) }
    @Test func `Every field of planets is supported`() async throws { try await isKnown(Tables.planets, .example) }
    @Test func `Every field of notes is supported`() async throws { try await isKnown(Tables.notes, .example) }

    private func isKnown<Content>(_ table: RecordTable<Content>, _ example: Content) async throws {
        let store = try await TemporaryStore()
        let columns = try await store.store.database.reading { connection in
            try connection.all(
                """
                SELECT owner.name, own.name
                FROM pragma_table_list AS owner CROSS JOIN pragma_table_xinfo(owner.name) AS own
                WHERE owner.schema = 'main'
                """
            ) { "\($0[0] as String).\($0[1] as String)" }
        }
        let texts = table.searchTexts(example, store.store.database.cards).map(\.field)
        for field in Content.fields {
            for column in field.columns {
                // All uncertainties are in one column.
                let isSeveral = [.labeled, .several].contains(field.shape) && column != "uncertainties"
                let (owner, name) = isSeveral ? ("\(Content.kind)_\(column)", nil) : (table.name, column)
                #expect(columns.contains("\(owner).\(name ?? "position")"), "\(field.key) has no column.")
                let recorded = RecordedField(of: name, in: owner, kind: Content.kind)
                #expect(
                    recorded?.key == field.key && recorded?.title == field.title,
                    "\(field.key) is missing from the history.")
            }
            for filter in field.filters {
                let known = FilterField.all(of: Content.kind)
                #expect(known.contains { $0.name == filter.name && $0.key == filter.key }, "\(filter.name)")
                #expect(table.filterColumns[filter.name] != nil, "\(filter.name) has no filter column.")
            }
            if let declared = field.order {
                let name = try #require(field.filters.first?.name, "An order has the name of its filter.")
                let order = try #require(RecordOrder<Content>(rawValue: name), "\(name)")
                // An order without a column of its own would fall back to the name.
                if case .value = declared { #expect(!OrderColumn(order).key.hasSuffix(".sort_key"), "\(name)") }
            }
            if field.search != nil, !field.read(example).isEmpty {
                #expect(texts.contains(field.key), "\(field.key) is not searched.")
            }
        }
    }
}
