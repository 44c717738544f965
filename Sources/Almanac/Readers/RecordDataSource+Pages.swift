import Model

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
            list.after = last.id.address
        }
    }
}
