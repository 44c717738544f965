import Model

/// The state of the list of favorites.
public struct FavoritesState: Location, PagedState {
    public var order = FavoriteOrder.added
    /// The kind of the listed records; `nil` for all kinds.
    public var kind: Kind?
    public var listState: PagedListState<RecordID>

    package var start: PageCursor<RecordID> {
        get { listState.start }
        set { listState.start = newValue }
    }

    public init(limit: Int? = nil) { listState = PagedListState(limit: limit) }

    /// The state as part of a path, such as `favorites?by=name&kind=person&limit=5&after=person-7`.
    public var name: String {
        let words = [order == .added ? nil : "by=\(order)", kind.map { "kind=\($0.rawValue)" }].compactMap { $0 }
        return "favorites" + listState.suffix(after: words.isEmpty ? nil : words.joined(separator: "&"))
    }

    public func child(_ name: String) -> FavoritesState? { nil }
    public var parent: FavoritesState? { nil }

    init?(root name: String) {
        var (order, kind) = (FavoriteOrder?.none, Kind?.none)
        let listState = PagedListState<RecordID>(suffix: name.dropFirst("favorites".count)) { word in
            if word.hasPrefix("by=") {
                order = FavoriteOrder(rawValue: String(word.dropFirst(3)))
                return order != nil
            }
            guard word.hasPrefix("kind=") else { return false }
            kind = Kind(rawValue: String(word.dropFirst(5)))
            return kind != nil
        }
        guard let listState else { return nil }
        self.order = order ?? .added
        self.kind = kind
        self.listState = listState
    }
}
