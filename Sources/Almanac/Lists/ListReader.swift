import Display
import Localization
import Model
import Navigation

/// A reader that loads the pages of a list and lays them out as tables.
struct ListReader<Content: Presentable>: Sendable {
    let source: any RecordDataSource<Content>
    let scope: ListScope
    /// The owner of the records, such as a group, if any.
    let owner: RecordReference?
    let context: FlowContext
    /// The placeholder text for an empty list without a search text or filter.
    private let placeholder: Message

    init(
        _ source: some RecordDataSource<Content>, of scope: ListScope = .usual, ownedBy owner: RecordReference? = nil,
        in context: FlowContext, placeholder: Message? = nil
    ) {
        self.placeholder =
            placeholder ?? owner.map { "\($0.name) has no \(Content.kind.plural)." } ?? Content.placeholder
        self.source = source
        self.scope = scope
        self.owner = owner
        self.context = context
    }

    /// Reads the current page.
    func page(_ state: ListState<Content>) async throws -> ResultPage<Record<Content>> {
        try await source.list(state.listing(of: scope, pageSize: context.pageSize))
    }

    func table(
        _ page: ResultPage<Record<Content>>, state: ListState<Content>,
        layout known: ListLayout? = nil
    ) async throws -> Table {
        let layout = if let known { known } else { try await layout(of: state) }
        let ids = page.items.map(\.recordID)
        let favorites = try await context.favorites(among: ids)
        let more = page.hasMore ? ids.last.map { nextPage(after: $0, state: state, layout) } : nil
        return Table(
            Content.kind.plural, columns: state.columns?.display(in: layout) ?? Content.columns,
            rows: page.items.map { record in
                let row = record.row(isFavorite: favorites.contains(record.recordID), on: context.today)
                return state.columns?.row(of: row, in: layout) ?? Content.listed(row)
            },
            keys: page.items.isEmpty ? keys(state) : nil, firstNumber: 1,
            placeholder: placeholder(state),
            next: state.limit == nil ? more : nil, rest: state.limit == nil ? nil : more,
            position: ids.first.map { position(of: $0, state) })
    }

    private func keys(_ state: ListState<Content>) -> [String] {
        let row = Record<Content>.blank.row(isFavorite: false, on: context.today)
        return (state.columns?.row(of: row, in: ListLayout()) ?? row).facts.map(\.key)
    }

    private func placeholder(_ state: ListState<Content>) -> Message {
        guard state.narrowing.isEmpty else {
            return "No results for “\(state.narrowing)”. Use “/” to reset the search."
        }
        if let filter = state.filter, let text = Content.placeholder(for: filter) { return text }
        let named = NamedList(of: state)
        if let named, named.rest == nil { return named.list.placeholder }
        if let filter = named?.rest ?? state.filter {
            return "No results for “\(filter.text)”. Use “where” without a filter to show everything."
        }
        return state.isUngrouped ? "No contacts without a group." : placeholder
    }

    /// Returns a notice about the records that a list hides. Returns `nil` if no records are hidden or if the page is
    /// not the first.
    func notice(_ state: ListState<Content>) async throws -> Message? {
        guard state.scope(unless: scope) == .usual, state.start == .beginning else { return nil }
        var left: [Message] = []
        for (noun, condition) in Content.leftOut {
            guard let filter = state.filter(and: condition) else { continue }
            let number = try await source.count(.all, matching: state.narrowing, where: filter)
            if number > 0 { left.append("\(number) \(title: noun)") }
        }
        guard !left.isEmpty else { return nil }
        return "Hidden: \(left.joined(separator: ", ")). Use “all” or --all to show them."
    }

    private func layout(of state: ListState<Content>) async throws -> ListLayout {
        var layout = ListLayout(scales: try await scales(of: state))
        for quantity in state.columns?.retitledQuantities ?? [] {
            var titles: [Title] = []
            for (title, condition) in quantity.conditions {
                guard let filter = state.filter(and: condition) else { continue }
                let bodies = ListRequest<Content>(
                    state.scope(unless: scope), limit: 0, matching: state.narrowing, where: filter)
                if try await source.list(bodies).hasMore { titles.append(title) }
            }
            layout.titles[quantity.key] = quantity.title(among: titles)
        }
        return layout
    }

    /// Returns the scale of each bar column, based on the minimum and maximum in the whole list.
    private func scales(of state: ListState<Content>) async throws -> [FilterField: BarScale] {
        var scales: [FilterField: BarScale] = [:]
        for bar in state.columns?.bars ?? [] {
            var ends: [Double] = []
            for isDescending in [false, true] {
                guard let order = RecordOrder<Content>(rawValue: bar.field.name) else { continue }
                let listing = ListRequest(
                    state.scope(unless: scope), by: order, isDescending: isDescending, limit: 1,
                    matching: state.narrowing, where: state.filter)
                let end = try await source.list(listing).items.first?.row(isFavorite: false, on: context.today)
                ends += [end.flatMap { bar.figure(in: $0) }].compactMap(\.self)
            }
            if ends.count == 2 { scales[bar.field] = BarScale(from: ends[0], to: ends[1]) }
        }
        return scales
    }

    private func nextPage(
        after last: RecordID, state: ListState<Content>, _ layout: ListLayout
    ) -> NextPage {
        NextPage {
            let next = state.starting(.after(last))
            return try await table(try await page(next), state: next, layout: layout)
        }
    }

    private func position(of first: RecordID, _ state: ListState<Content>) -> PagePosition {
        let total = { @Sendable () async throws -> Int in
            try await source.count(state.scope(unless: scope), matching: state.narrowing, where: state.filter)
        }
        guard state.start != .beginning else { return PagePosition(total: total) }
        let listing = state.listing(of: scope, pageSize: context.pageSize)
        return PagePosition(total: total) { try await source.count(before: first, in: listing) }
    }
}

extension RecordDataSource {
    /// Calls a closure with each record of a list, up to the limit of the list. Returns the number of these records.
    func forEach(of list: ListState<Content>, _ use: (Record<Content>) -> Void) async throws -> Int {
        let pageSize = 500
        var state = list
        var (number, hasMore) = (0, true)
        let most = list.limit ?? .max
        while hasMore, number < most {
            state.limit = min(pageSize, most - number)
            let page = try await self.list(state.listing(of: .usual, pageSize: pageSize))
            for record in page.items { use(record) }
            number += page.items.count
            hasMore = page.hasMore
            if let last = page.items.last { state.start = .after(last.recordID) }
        }
        return number
    }
}

extension ListState {
    /// Returns a filter for the records of the list that also meet a condition, or `nil` if the combined filter is
    /// invalid.
    fileprivate func filter(and condition: String) -> Filter? {
        try? Filter(filter.map { "(\(condition)) and (\($0.text))" } ?? condition, of: Content.kind)
    }
}

/// The column titles and bar scales that depend on all rows of a list.
struct ListLayout: Sendable {
    /// The titles of the columns whose title depends on the types of the bodies in the list, by key.
    var titles: [String: Title] = [:]
    var scales: [FilterField: BarScale] = [:]

    fileprivate func title(of column: FigureInUnit) -> String {
        let title = titles[column.field.key] ?? column.title
        return column.isBar ? title + " \(FilterField.bar)" : title
    }
}

extension ListColumns {
    /// Returns the columns for display, including the ID as the last column.
    func display(in layout: ListLayout) -> [Column] { columns.map { $0.column(titled: layout.title(of: $0)) } + [.id] }

    var bars: [FigureInUnit] { columns.filter(\.isBar) }

    /// The quantities in the columns whose title depends on the type of a body.
    var retitledQuantities: [PlanetQuantity] {
        columns.compactMap { PlanetQuantity.named($0.field.key) }.filter { $0.conditions.count > 1 }
    }

    /// Returns a row that contains only the ID and these columns.
    ///
    /// - Parameter row: A row with all fields.
    func row(of row: Row, in layout: ListLayout) -> Row {
        let id = row.fields.first { $0.key == Column.id.key }
        let chosen = columns.map { column in
            let title = layout.title(of: column)
            guard column.isBar else { return Field(column.key, title, column.value(in: row)) }
            let part = column.figure(in: row).flatMap { layout.scales[column.field]?.part(of: $0) }
            return Field(column.key, title, part.map(Value.bar) ?? .none, for: .people)
        }
        return Row(address: row.address, [id].compactMap(\.self) + chosen)
    }
}

extension FigureInUnit {
    /// The key of the field, or a derived key if the column has a unit or shows bars.
    var key: String {
        guard let word = isBar ? FilterField.bar : unit?.name else { return field.key }
        return field.name + word.prefix(1).uppercased() + word.dropFirst()
    }

    fileprivate var title: String { PlanetQuantity.named(field.key)?.title ?? field.name.asTitle }

    fileprivate func column(titled title: Title) -> Column {
        if isBar { return Column(key, title, isPicture: true) }
        let isWhole = Person.columns.contains { $0.key == key && $0.isWhole }
        return Column(key, title, isNumber ? .trailing : .leading, isWhole: isWhole)
    }

    /// Returns the number that a bar in the column represents, or `nil` if the value is not a number.
    func figure(in row: Row) -> Double? {
        switch stored(in: row) {
        case .quantity(let quantity): quantity.value
        case .integer(let number), .moreThan(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    private var isNumber: Bool {
        switch field.values {
        case .figure, .integer: true
        case .text, .phone, .name, .choice, .date, .period, .flag: false
        }
    }

    /// Returns the value of the column in a row.
    func value(in row: Row) -> Value {
        switch field.name {
        case "city": return row["addresses"].parts("locality")
        case "street", "postalcode", "region", "country": return row["addresses"].parts(field.key)
        case "person", "group", "planet":
            // A note has one subject, of any kind.
            guard case .reference(let reference) = row["about"] else { return row[field.key] }
            return reference.address.hasPrefix(field.name + "s/") ? row["about"] : .none
        default: return unit.map { stored(in: row).converted(from: field, to: $0) } ?? stored(in: row)
        }
    }

    /// Returns the value of the field in a row or, if the value is missing, the derived value that replaces it.
    private func stored(in row: Row) -> Value {
        let value = row[field.key]
        guard value == .none, let derived = PlanetQuantity.named(field.key)?.derived else { return value }
        return row[derived.key]
    }
}

extension String {
    /// The name as a title, such as `Last contact` for `lastContact`.
    fileprivate var asTitle: String {
        prefix(1).uppercased()
            + dropFirst().reduce(into: "") { $0 += $1.isUppercase ? " " + $1.lowercased() : String($1) }
    }
}

extension Value {
    /// Returns the value, converted to another unit if it is a quantity.
    fileprivate func converted(from field: FilterField, to unit: Unit) -> Value {
        guard case .quantity(let quantity) = self, case .figure(let stored?) = field.values else { return self }
        let value = stored.convertExactly(quantity.value, to: unit)
        return .quantity(
            Quantity(
                value, unit: unit.symbol, basis: quantity.basis,
                digits: min(4, quantity.digits ?? quantity.value.statedDigits)))
    }

    /// Returns one component of each structured value, such as the city of each postal address.
    fileprivate func parts(_ key: String) -> Value {
        guard case .list(let values) = self else { return .none }
        let texts = values.compactMap { value -> Value? in
            guard case .labeled(_, .parts(let fields)) = value else { return nil }
            return fields.first { $0.key == key }?.value
        }
        return .list(texts.filter { $0 != .none })
    }
}
