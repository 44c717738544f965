import Model

/// The sort key of a list: a column or an expression, followed by the ID.
struct OrderColumn: Hashable, Sendable {
    let key: String
    let id: String
    /// The FROM and WHERE clauses that select the sort key of the record ?2.
    let place: String
    /// Whether values may be missing. Records without a value come last.
    var mayBeNull = false
    /// An SQL condition that the value is known, for a key whose index SQLite does not use for IS NOT NULL.
    private var known: String?

    /// The SQL condition that the value is known.
    var isKnown: String { known ?? "\(key) IS NOT NULL" }
}

extension OrderColumn {
    init<Content>(_ order: RecordOrder<Content>) {
        let field = Content.fields.first { $0.order != nil && $0.filters.first?.name == order.rawValue }
        if case .key(let key, let mayBeMissing)? = field?.order {
            self.init(key: "\(Content.kind.table).\(key)", of: Content.kind.table, mayBeNull: mayBeMissing)
        } else {
            self = Self.value(of: order.rawValue, in: Content.kind)
        }
    }

    /// Returns the sort key of a filter field. Text is sorted regardless of the case of ASCII letters.
    private static func value(of name: String, in kind: Kind) -> OrderColumn {
        let table = kind.table
        guard let column = FilterColumns.all(of: kind)[name]?.expression,
            let field = FilterField.all(of: kind).first(where: { $0.name == name })
        else { return OrderColumn(key: "\(table).sort_key", of: table) }
        switch field.values {
        case .text, .phone:
            let key = "\(column) COLLATE NOCASE"
            // SQLite uses an index on an expression for `>`, but not for IS NOT NULL.
            return OrderColumn(key: key, of: table, mayBeNull: true, known: "\(key) > ''")
        case .choice: return OrderColumn(key: column, of: table)
        case .name, .integer, .figure, .date, .period, .flag:
            let isStored = ["created", "modified", "version"].contains(name)
            return OrderColumn(key: column, of: table, mayBeNull: !isStored)
        }
    }

    /// The sort key for the members of the group ?1.
    static let member = OrderColumn(
        key: "membership.position", id: "membership.person_id",
        place: "FROM membership WHERE group_id = ?1 AND person_id = ?2")

    private init(key: String, of table: String, mayBeNull: Bool = false, known: String? = nil) {
        self.init(
            key: key, id: "\(table).id", place: "FROM \(table) WHERE id = ?2", mayBeNull: mayBeNull, known: known)
    }
}
