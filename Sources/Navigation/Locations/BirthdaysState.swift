import Model

/// The state of the list of birthdays and anniversaries.
public struct BirthdaysState: Hashable, Codable, Sendable, PagedState {
    /// The number of days to include, starting today; `nil` for all.
    public var within: Int?
    /// The group whose members are listed, or `nil` for all persons.
    public var group: Group.ID?
    public var listState: PagedListState<Occasion.ID>

    package var start: PageCursor<Occasion.ID> {
        get { listState.start }
        set { listState.start = newValue }
    }

    public init(
        within: Int? = nil, of group: Group.ID? = nil, listState: PagedListState<Occasion.ID> = PagedListState()
    ) {
        self.within = within
        self.group = group
        self.listState = listState
    }

    /// The state as part of a path, such as `birthdays?within=30&of=group-3&limit=5&after=anniversary-7`.
    var name: String {
        let words = [within.map { "within=\($0)" }, group.map { "of=\($0.address.word)" }].compactMap(\.self)
        return "birthdays" + listState.suffix(after: words.isEmpty ? nil : words.joined(separator: "&"))
    }

    init?(root name: String) {
        var (within, group) = (Int?.none, Group.ID?.none)
        let listState = PagedListState<Occasion.ID>(suffix: name.dropFirst("birthdays".count)) { word in
            if word.hasPrefix("of=") {
                group = RecordID(word: String(word.dropFirst(3))).flatMap(Group.ID.init)
                return group != nil
            }
            guard word.hasPrefix("within="), let days = Int(word.dropFirst(7)), days >= 0 else { return false }
            within = days
            return true
        }
        guard let listState else { return nil }
        self.init(within: within, of: group, listState: listState)
    }
}
