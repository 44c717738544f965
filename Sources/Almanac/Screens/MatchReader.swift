import Display
import Model

/// Reads what a search found, a page at a time, with every field of every record.
struct MatchReader: Sendable {
    let services: Services
    let context: FlowContext

    func pageSize(of query: Query) -> Int { query.limit ?? context.pageSize }

    func page(_ query: Query) async throws -> (table: Table, hasMore: Bool) {
        guard !query.text.isEmpty else { return (table([], next: nil), false) }
        let matches = try await services.search.find(query.text, offset: query.offset, limit: pageSize(of: query))
        let rows = try await rows(matches.matches)
        let next = query.turned(by: matches.matches.count)
        let fetch = matches.hasMore && query.limit == nil ? NextPage { try await page(next).table } : nil
        return (table(rows, next: fetch), matches.hasMore)
    }

    private func table(_ rows: [Row], next: NextPage?) -> Table {
        Table(
            "found",
            columns: [
                Column("name", "Name"), Column("kind", "Kind"), Column("matched", "Matched"),
                Column("address", "Address"),
            ],
            rows: rows, firstNumber: 1, placeholder: "Nothing matches.", next: next)
    }

    /// One row a match, in their order; the records of a kind are fetched together.
    private func rows(_ matches: [Match]) async throws -> [Row] {
        var fields = try await fields(matches, from: services.persons)
        fields.merge(try await self.fields(matches, from: services.groups)) { first, _ in first }
        fields.merge(try await self.fields(matches, from: services.planets)) { first, _ in first }
        fields.merge(try await self.fields(matches, from: services.notes)) { first, _ in first }
        return matches.compactMap { match in
            let address = match.reference.address
            return fields[address].map { fields in
                Row(
                    address: address.description,
                    [
                        Field("kind", "Kind", .text(address.kind.rawValue)),
                        Field(
                            "matched", "Matched",
                            .parts([
                                Field("field", "Field", .text(match.field)), Field("text", "Text", .text(match.text)),
                            ])),
                    ] + fields)
            }
        }
    }

    private func fields<Content: Presentable>(
        _ matches: [Match], from source: some RecordDataSource<Content>
    ) async throws -> [Address: [Field]] {
        let ids = matches.compactMap { RecordID<Content>($0.reference.address) }
        guard !ids.isEmpty else { return [:] }
        let records = try await source.records(ids)
        let favorites = try await context.favorites(among: records.map(\.address))
        return Dictionary(
            uniqueKeysWithValues: records.map { record in
                (record.address, record.fields(isFavorite: favorites.contains(record.address), on: context.today))
            })
    }
}
