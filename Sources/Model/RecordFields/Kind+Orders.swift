extension Kind {
    /// The names of the sort orders of lists, with the standard order first.
    public var orders: [String] {
        switch self {
        case .person: Person.orders.map(\.rawValue)
        case .group: Group.orders.map(\.rawValue)
        case .planet: Planet.orders.map(\.rawValue)
        case .note: Note.orders.map(\.rawValue)
        }
    }
}
