/// Persons who belong together, in an order of their own; or planets that a filter lets through.
public struct Group: Recordable {
    public static let kind = Kind.group

    public var name = ""
    public var summary = ""
    /// Set for a saved search: whoever matches it belongs to the group, which then keeps no members.
    public var search: String?
    /// Set for a saved filter of persons: whoever it lets through belongs to the group; with a search too, both decide.
    public var filter: String?
    /// Set for a saved filter of planets: those it lets through belong to the group, and no person does.
    public var planets: String?

    public init() {}

    /// What its members are.
    public var memberKind: Kind { planets == nil ? .person : .planet }

    public var title: String { name.isEmpty ? "(no name)" : name }

    public static let noLinks = Links()

    public struct Links: Hashable, Sendable {
        public var members: LinkedRecords
        public var notes: LinkedRecords

        public init(members: LinkedRecords = .none, notes: LinkedRecords = .none) {
            self.members = members
            self.notes = notes
        }
    }
}
