import Model

/// What a list is sorted by: a column or an expression, and the id among equal ones.
struct OrderColumn: Sendable {
    let key: String
    let id: String
    /// Where the record ?2 stands in the order.
    let place: String
    /// Whether there are records without a value; they come last.
    let mayBeNull: Bool
    /// What is true of the others.
    let isKnown: String

    init(_ column: String, of table: String, mayBeNull: Bool = false) {
        self.init(key: "\(table).\(column)", of: table, mayBeNull: mayBeNull)
    }

    /// By the field that the order is called by, as filters compare it: texts without regard to the case of A to Z.
    static func field(_ order: some RecordOrder, over columns: [String: FilterColumn]) -> OrderColumn {
        let kind = type(of: order).kind
        let table = Tables.name(of: kind)
        guard case .value(let column)? = columns[order.rawValue],
            let field = FilterField.all(of: kind).first(where: { $0.name == order.rawValue })
        else { return OrderColumn("sort_key", of: table) }
        guard field.values == .text else { return OrderColumn(key: column, of: table, mayBeNull: true) }
        let key = "\(column) COLLATE NOCASE"
        // An index over an expression is looked into for what is greater, but not for what is not NULL.
        return OrderColumn(key: key, of: table, mayBeNull: true, isKnown: "\(key) > ''")
    }

    /// The order of the members of the group ?1.
    static let member = OrderColumn(
        key: "membership.position", id: "membership.person_id",
        place: "FROM membership WHERE group_id = ?1 AND person_id = ?2", mayBeNull: false)

    private init(key: String, of table: String, mayBeNull: Bool, isKnown: String? = nil) {
        self.init(
            key: key, id: "\(table).id", place: "FROM \(table) WHERE id = ?2", mayBeNull: mayBeNull, isKnown: isKnown)
    }

    private init(key: String, id: String, place: String, mayBeNull: Bool, isKnown: String? = nil) {
        self.key = key
        self.id = id
        self.place = place
        self.mayBeNull = mayBeNull
        self.isKnown = isKnown ?? "\(key) IS NOT NULL"
    }
}
