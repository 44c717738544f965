extension FilterField {
    /// Returns the filter fields of a kind of record.
    public static func all(of kind: Kind) -> [FilterField] {
        switch kind {
        case .person: persons
        case .group: groups
        case .planet: planets
        case .note: notes
        }
    }

    private static let persons =
        [FilterField("name", .name(.person))] + Person.fields.flatMap(\.filters) + [
            FilterField("street"), FilterField("postalcode", key: "postalCode"), FilterField("city"),
            FilterField("region"), FilterField("country"), FilterField("photo"), FilterField(due, .date), group, note,
            FilterField("label", isColumn: false), FilterField(FilterField.sample, isColumn: false),
            FilterField("remote", isColumn: false),
        ] + stored

    private static let groups =
        Group.fields.flatMap(\.filters) + [
            FilterField("planet", key: "linkedPlanets", .name(.planet)),
            FilterField("members", key: "memberCount", .integer), note,
        ] + stored

    private static let planets =
        Planet.fields.flatMap(\.filters).map { field in
            field.substituted(by: PlanetQuantity.named(field.key)?.derived?.key)
        } + PlanetQuantity.all.compactMap(\.filterField) + [group, note] + stored

    private static let notes = Note.fields.flatMap(\.filters) + stored

    private static let group = FilterField(membership, key: "groups", .name(.group))
    /// The name of the field that `in any group` tests.
    static let membership = "group"
    private static let note = FilterField("note", key: "notes")

    /// The name of the field with the date on which the next contact is due.
    static let due = "due"

    /// The filter fields that are common to all kinds of records.
    private static let stored: [FilterField] = [
        FilterField("created", .date), FilterField(modified, .date), FilterField("version", .integer),
    ]

    /// The name of the field with the data sets of a record, which `from sample data` tests.
    static let sample = "sample"
    /// The name of the field that `changed since` compares.
    static let modified = "modified"
}
