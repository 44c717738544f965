/// How much of a table is shown.
public enum Extent: Hashable, Sendable { case firstPage, everything }

extension Table {
    /// Visits page after page, so that no more than one of them is ever in memory.
    public func forEachPage(_ extent: Extent, _ body: (Table) async throws -> Void) async throws {
        var page = self
        try await body(page)
        while extent == .everything, let next = page.next {
            try Task.checkCancellation()
            page = try await next.fetch()
            try await body(page)
        }
    }
}
