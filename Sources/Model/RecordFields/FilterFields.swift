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
            FilterField("city"), FilterField("country"), group, note,
        ] + stored

    private static let groups =
        Group.fields.flatMap(\.filters) + [
            FilterField("planet", key: "linkedPlanets", .name(.planet)),
            FilterField("members", key: "memberCount", .integer), note,
        ] + stored

    private static let planets = Planet.fields.flatMap(\.filters) + [group, note] + stored

    private static let notes = Note.fields.flatMap(\.filters) + stored

    private static let group = FilterField("group", key: "groups", .name(.group))
    private static let note = FilterField("note", key: "notes")

    /// The filter fields that are common to all kinds of records.
    private static let stored: [FilterField] = [
        FilterField("created", .date), FilterField("modified", .date), FilterField("version", .integer),
    ]
}
