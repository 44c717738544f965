import Model

/// The state of a list: its order, filters, columns, limit, and current page.
public struct ListState<Content: Recordable>: Hashable, Codable, Sendable, PagedState {
    public var order = RecordOrder<Content>.standard
    public var isDescending = RecordOrder<Content>.standardIsDescending
    /// Whether the list includes records that are hidden by default.
    public var isWhole = false
    /// The record whose related records are listed, such as a group whose members are listed; `nil` for other lists.
    public var owner: RecordID?
    /// Whether the list is limited to persons without a group.
    public var isUngrouped = false
    /// The text to search for within the list; may be empty.
    public var narrowing = ""
    public var filter: Filter?
    /// The columns of the list, or `nil` for the default columns.
    public var columns: ListColumns?
    public var start = PageCursor<RecordID>.beginning
    /// The maximum number of rows, or `nil` for all rows on as many pages as necessary.
    public var limit: Int?

    public init() {}

    /// The state as the suffix of a path, such as `?by=-birthday&of=group-3&after=7`; empty for the default state.
    public var suffix: String {
        var words: [String] = []
        if order != .standard || isDescending != RecordOrder<Content>.standardIsDescending {
            words.append("by=" + (isDescending ? "-" : "") + order.rawValue)
        }
        if isWhole { words.append("all") }
        if isUngrouped { words.append("ungrouped") }
        if let owner { words.append("of=\(owner.word)") }
        if !narrowing.isEmpty { words.append("text=" + Query.escape(narrowing)) }
        if let filter { words.append("where=" + Query.escape(filter.text)) }
        if let columns { words.append("columns=" + Query.escape(columns.text)) }
        if let limit { words.append("limit=\(limit)") }
        if let page = start.word({ String($0.number) }) { words.append(page) }
        return words.isEmpty ? "" : "?" + words.joined(separator: "&")
    }

    init?(suffix: some StringProtocol, of kind: Kind) {
        guard !suffix.isEmpty else { return }
        guard suffix.first == "?" else { return nil }
        for word in suffix.dropFirst().split(separator: "&") {
            let name = String(word.prefix { $0 != "=" })
            let value = word.contains("=") ? String(word.dropFirst(name.count + 1)) : nil
            switch (name, value) {
            case ("by", let text?):
                guard let sorting = ListSorting<Content>(text) else { return nil }
                (order, isDescending) = (sorting.order, sorting.isDescending)
            case ("all", nil): isWhole = true
            case ("ungrouped", nil) where kind == .person: isUngrouped = true
            case ("of", let owner?):
                guard let id = RecordID(word: owner), kind.owners.contains(id.kind) else { return nil }
                self.owner = id
            case ("text", let text?):
                narrowing = Query.unescape(text[...])
                guard !narrowing.isEmpty else { return nil }
            case ("where", let text?):
                guard let filter = try? Filter(Query.unescape(text[...]), of: kind) else { return nil }
                self.filter = filter
            case ("columns", let text?):
                guard let columns = try? ListColumns(Query.unescape(text[...]), of: kind) else { return nil }
                self.columns = columns
            case ("limit", let text?):
                guard let limit = Int(counting: text) else { return nil }
                self.limit = limit
            default:
                guard let page = PageCursor(word: word, read: { RecordID("\(kind.plural)/\($0)") }) else { return nil }
                start = page
            }
        }
    }

    /// Returns the request for the current page.
    ///
    /// - Parameters:
    ///   - fixed: The scope of the list, or `usual` to use the scope of the state.
    ///   - pageSize: The number of rows on a page if the state has no limit.
    package func listing(of fixed: ListScope, pageSize: Int) -> ListRequest<Content> {
        var listing = ListRequest(
            scope(unless: fixed), by: order, isDescending: isDescending, limit: limit ?? pageSize,
            matching: narrowing, where: filter)
        switch start {
        case .beginning: break
        case .after(let id): listing.after = id
        case .before(let id): listing.before = id
        }
        return listing
    }

    package func scope(unless fixed: ListScope) -> ListScope {
        guard fixed == .usual else { return fixed }
        if isUngrouped { return .ungrouped }
        return owner.map { .of($0) } ?? (isWhole ? .all : .usual)
    }

    /// Whether the list contains only some of the records.
    package var isNarrowed: Bool { filter != nil || !narrowing.isEmpty || owner != nil || isUngrouped }

    /// The state of a list of the same records, without a page, limit, order, or columns.
    var whole: ListState {
        var whole = ListState()
        (whole.isWhole, whole.owner, whole.isUngrouped) = (isWhole, owner, isUngrouped)
        (whole.narrowing, whole.filter) = (narrowing, filter)
        return whole
    }

    func owned(by owner: RecordID) -> ListState {
        var owned = self
        owned.owner = owner
        return owned
    }

    /// Returns the state for the first page of the list in another order.
    package func sorted(by sorting: ListSorting<Content>) -> ListState {
        var sorted = starting(.beginning)
        (sorted.order, sorted.isDescending) = (sorting.order, sorting.isDescending)
        return sorted
    }
}

/// The order of a list, written as a field name such as `birthday`, or `-birthday` for descending order.
package struct ListSorting<Content: Recordable>: Hashable, Sendable {
    package let order: RecordOrder<Content>
    package let isDescending: Bool

    package init?(_ text: String) {
        isDescending = text.hasPrefix("-")
        guard let order = RecordOrder<Content>(named: isDescending ? String(text.dropFirst()) : text) else {
            return nil
        }
        self.order = order
    }

    package var text: String { (isDescending ? "-" : "") + order.rawValue }
}

extension Kind {
    /// The kinds of record whose related records a list of this kind can show.
    package var owners: [Kind] {
        switch self {
        case .person: [.group, .planet]
        case .group: [.person, .planet]
        case .planet: [.planet, .group]
        case .note: [.person, .group, .planet]
        }
    }
}

/// The columns of a list. They are written with the field names of the filter language, as in
/// `name,radius:rearth,distance:ly`.
public struct ListColumns: Hashable, Sendable {
    public let kind: Kind
    /// The columns as part of a path, without spaces.
    public let text: String
    package let columns: [FigureInUnit]

    public init(_ text: String, of kind: Kind) throws(FilterProblem) {
        do throws(FilterProblem) {
            let fields = FilterField.all(of: kind).filter(\.isColumn)
            let typed = try FigureInUnit.several(text, of: fields)
            self.kind = kind
            self.text = typed.map { $0.typed }.joined(separator: ",")
            // Parse the columns again so that equal columns compare equal regardless of how they were typed.
            columns = try FigureInUnit.several(self.text, of: fields)
        } catch {
            throw error.withSuggestions
        }
    }
}

/// Columns are encoded as their kind and text.
extension ListColumns: Codable {
    private enum Key: CodingKey { case kind, text }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        try self.init(try values.decode(String.self, forKey: .text), of: try values.decode(Kind.self, forKey: .kind))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(kind, forKey: .kind)
        try values.encode(text, forKey: .text)
    }
}

extension FigureInUnit {
    fileprivate var typed: String { field.name + (isBar ? ":" + FilterField.bar : unit.map { ":" + $0.name } ?? "") }
}

/// The state of the list of birthdays and anniversaries.
public struct BirthdaysState: Hashable, Codable, Sendable, PagedState {
    /// The number of days after today to include; `nil` for a whole year.
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
        let words = [within.map { "within=\($0)" }, group.map { "of=\($0.recordID.word)" }].compactMap(\.self)
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

/// The state of the favorites list.
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
