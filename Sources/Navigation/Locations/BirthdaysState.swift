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
    var name: String {
        let words = (within.map { ["within=\($0)"] } ?? []) + look.words
        return words.isEmpty ? "birthdays" : "birthdays?" + words.joined(separator: "&")
    }

    init?(root name: String) {
        self.init()
        let suffix = name.dropFirst("birthdays".count)
        guard !suffix.isEmpty else { return }
        guard suffix.first == "?" else { return nil }
        for word in suffix.dropFirst().split(separator: "&", omittingEmptySubsequences: false) {
            if word.hasPrefix("within="), let days = Int(word.dropFirst(7)), days >= 0 {
                within = days
            } else if !look.read(word) {
                return nil
            }
        }
    }
}
