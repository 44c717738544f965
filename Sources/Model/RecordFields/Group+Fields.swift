extension Group {
    public static let fields: [EditableField<Group>] = [
        .text("name", "Name", \.name)
            .required().filtered(byNamesOf: .group).sorted(by: "sort_key").searched(as: .name).shown(to: .nobody),
        .prose("description", "Description", \.summary).filtered().searched(),
        .text("search", "Search", expects: "words that its members have", \.search) { text in
            text.contains { $0.isLetter || $0.isNumber }
        }
        .filtered().searched(),
        .filter("where", "Filter", \.filter, of: .person, such: "birthday is null")
            .alias("personfilter").column("person_filter").filtered(as: "filter").young(),
        .filter("planets", "Planets", \.planets, of: .planet, such: "distance:ly < 20")
            .alias("planetfilter").column("planet_filter").filtered().young(),
    ]

    public static let orders = declaredOrders(besides: "members")
}
