import Localization

extension Group {
    public static let fields: [EditableField<Group>] = [
        .text("name", "Name", \.name)
            .required().filtered(byNamesOf: .group).sorted(by: "sort_key").searched(as: .name).shown(to: .nobody),
        .prose("description", "Description", \.summary).filtered().searched(),
        .text("search", "Search", expects: "one or more search words", \.search) { text in
            text.contains { $0.isLetter || $0.isNumber }
        }
        .filtered().searched(),
        filter("where", "Filter", \.filter, of: .person, such: "birthday is null")
            .alias("personfilter").column("person_filter").filtered(as: "filter").optionalInExports(),
        filter("planets", "Planets", \.planets, of: .planet, such: "distance:ly < 20")
            .alias("planetfilter").column("planet_filter").filtered().optionalInExports(),
    ]

    /// Creates a text field that contains a filter.
    private static func filter(
        _ key: String, _ title: Title, _ path: FieldValue<Group>.Path<String?>, of kind: Kind, such example: String
    ) -> EditableField<Group> {
        var field = EditableField<Group>(
            key, title, .optionalText(path), expects: "a filter for \(kind.plural), such as “\(example)”")
        field.parse = { text throws(FieldProblem) in
            do throws(FilterProblem) {
                return try Filter(text, of: kind).text
            } catch {
                throw .notFound(reason: "\(title): invalid filter “\(error.text)”. \(error.explanation.what)")
            }
        }
        return field
    }

    public static let orders = declaredOrders(besides: "members")
}
