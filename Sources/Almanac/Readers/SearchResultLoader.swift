import Display
import Model
import Navigation

/// Reads what a search found, a page at a time, with every field of every record.
struct SearchResultLoader: Sendable {
    let services: Services
    let context: FlowContext

    /// One page of what was found, for people and for programs.
    struct Found: Sendable {
        let matches: Matches
        let people: Table
        let programs: Table
    }

    func page(_ query: Query) async throws -> Found {
        let matches =
            query.text.isEmpty
            ? Matches([], hasMore: false)
            : try await services.search.find(query.text, at: query.start, limit: query.limit ?? context.pageSize)
        let fields = try await fields(matches.matches)
        let next = matches.matches.last.map { query.starting(.after($0.reference.address)) }
        let total = matches.total
        let count: (@Sendable () async throws -> Int)? = matches.isCapped ? nil : { @Sendable in total }
        let following = matches.hasMore ? next : nil
        return Found(
            matches: matches,
            people: table(
                matches.matches.compactMap { match in fields[match.reference.address].map { match.row($0) } },
                isLimited: query.limit != nil,
                behind: following.map { next in NextPage(count: count) { try await page(next).people } }),
            programs: table(
                matches.matches.compactMap { match in fields[match.reference.address].map { match.rowForPrograms($0) }
                },
                isLimited: query.limit != nil,
                behind: following.map { next in NextPage { try await page(next).programs } }))
    }

    private func table(_ rows: [Row], isLimited: Bool, behind next: NextPage?) -> Table {
        Table(
            "found",
            columns: [
                Column("name", "Name"), Column("kind", "Kind"), Column("matched", "Matched"),
                .address,
            ],
            rows: rows, firstNumber: 1, placeholder: "Nothing matches.", next: isLimited ? nil : next,
            rest: isLimited ? next : nil)
    }

    /// Every field of every match; the records of a kind are fetched together.
    private func fields(_ matches: [Match]) async throws -> [RecordID: [Field]] {
        var fields = try await fields(matches, from: services.persons)
        fields.merge(try await self.fields(matches, from: services.groups)) { first, _ in first }
        fields.merge(try await self.fields(matches, from: services.planets)) { first, _ in first }
        fields.merge(try await self.fields(matches, from: services.notes)) { first, _ in first }
        return fields
    }

    private func fields<Content: Presentable>(
        _ matches: [Match], from source: some RecordDataSource<Content>
    ) async throws -> [RecordID: [Field]] {
        let ids = matches.compactMap { TypedRecordID<Content>($0.reference.address) }
        guard !ids.isEmpty else { return [:] }
        let records = try await source.records(ids)
        let favorites = try await context.favorites(among: records.map(\.address))
        return Dictionary(
            uniqueKeysWithValues: records.map { record in
                (record.address, record.fields(isFavorite: favorites.contains(record.address), on: context.today))
            })
    }
}
