import Model

/// The state of the list of birthdays and anniversaries.
public struct BirthdaysState: Hashable, Codable, Sendable, PagedState {
    /// The number of days to include, starting today; `nil` for all.
    public var within: Int?
    public var look: PagedListState<Occasion.ID>

    package var start: PageCursor<Occasion.ID> {
        get { look.start }
        set { look.start = newValue }
    }

    public init(within: Int? = nil, look: PagedListState<Occasion.ID> = PagedListState()) {
        self.within = within
        self.look = look
    }

    /// The state as part of a path, such as `birthdays?within=30&limit=5&after=anniversary-7`.
    var name: String { "birthdays" + look.suffix(after: within.map { "within=\($0)" }) }

    init?(root name: String) {
        var within: Int?
        let look = PagedListState<Occasion.ID>(suffix: name.dropFirst("birthdays".count)) { word in
            guard word.hasPrefix("within="), let days = Int(word.dropFirst(7)), days >= 0 else { return false }
            within = days
            return true
        }
        guard let look else { return nil }
        self.init(within: within, look: look)
    }
}
