import Localization

extension Group {
    public static let fields: [EditableField<Group>] = [
        .text("name", "Name", \.name)
            .required().filtered(byNamesOf: .group).sorted(by: "sort_key").searched(as: .name).shown(to: .nobody),
        .prose("description", "Description", \.summary).filtered().searched(),
        .text("kind", "Kind", \.kind)
            .filtered(examples: ["film", "starship", "vehicle", "species", "company", "family"])
            .searched(as: .keyword).optionalInExports(),
        .text("search", "Search", expects: "one or more search words", \.search) { text in
            text.contains { $0.isLetter || $0.isNumber }
        }
        .filtered().searched(),
        filter("where", "Filter", \.filter, of: .person, such: "birthday is null")
            .alias("personfilter").column("person_filter").filtered(as: "filter").optionalInExports(),
        filter("planets", "Planets", \.planets, of: .planet, such: "distance:ly < 20")
            .alias("planetfilter").column("planet_filter").filtered().optionalInExports(),
        .integer("episode", "Episode", \.episode).filtered().sorted().ofGroups("film"),
        .text("director", "Director", \.director).filtered().searched().ofGroups("film"),
        .date("released", "Released", \.released).filtered().sorted().searched().ofGroups("film"),
        .text("class", "Class", \.class).filtered().searched().ofGroups("starship", "vehicle"),
        length.ofGroups("starship", "vehicle"),
        .integer("crew", "Crew", \.crew).filtered().sorted().ofGroups("starship", "vehicle"),
    ]

    private static let length: EditableField<Group> = {
        let length = Figure<Group>("lengthM", "Length", "m", \.lengthM, in: .meter, filter: "length")
        return EditableField(length.key, length.title, .figure(length), expects: length.expects)
            .filtered(as: length.filter).sorted()
    }()

    /// Creates a text field that contains a filter.
    private static func filter(
        _ key: String, _ title: Title, _ path: FieldValue<Group>.Path<String?>, of kind: Kind, such example: String
    ) -> EditableField<Group> {
        var field = EditableField<Group>(
            key, title, .optionalText(path), expects: "a filter for \(kind.plural), such as “\(example)”")
        field.parse = { text throws(FieldProblem) in
            do throws(FilterProblem) {
                return try Filter(saved: text, of: kind).text
            } catch {
                let sentences = error.explanation.sentences.joined(separator: " ")
                throw .notFound(reason: "\(title): invalid filter “\(error.text)”. \(sentences)")
            }
        }
        return field
    }

    public static let orders = declaredOrders(besides: "members")
}

extension EditableField<Group> {
    /// Makes forms ask for the field only if the group is of one of the given kinds or the field has a value. The field
    /// is also optional in full exports.
    fileprivate func ofGroups(_ kinds: String...) -> EditableField {
        asked { kinds.contains($0.kind.lowercased()) }.optionalInExports()
    }
}

extension Note {
    public static let fields: [EditableField<Note>] = [
        .text("topic", "Topic", \.topic)
            .filtered().sorted(by: "sort_key").searched(as: .name).shown(to: .programs),
        .prose("text", "Text", \.text).filtered().searched(),
        .reference(
            "about", "About", expects: "the name or ID of a person, group, or planet",
            to: [.person, .group, .planet], read: \.subject, write: { $0.subject = $1 }
        )
        .filtered().shown(after: "topic"),
        .persons("with", "With", \.persons).column("person").filtered().shown(after: "about").optionalInExports().asked(
            if: \.isPrivate),
        .day("date", "Date", \.date, in: .any).filtered().sorted().searched().shown(after: "with").optionalInExports()
            .asked(
                if: \.isPrivate),
        .text("kind", "Kind", \.kind).json("entryKind").filtered(examples: ["met", "called", "wrote", "gift"]).sorted()
            .searched(as: .keyword).shown(after: "date").optionalInExports().asked(if: \.isPrivate),
        .day("reminder", "Reminder", \.reminder, in: .coming).filtered().sorted().optionalInExports().asked(
            if: \.isPrivate),
        .flag("done", "Done", \.isDone).filtered().optionalInExports().asked(if: \.isPrivate),
        .text("messageID", "Message ID", expects: "text", \.messageID) { !$0.isEmpty }
            .column("message_id").filtered().shown(to: .programs).optionalInExports().asked { _ in false },
    ]

    public static let orders = declaredOrders(besides: "due")
}

extension RecordOrder<Note> {
    public static let date = RecordOrder(declared: "date")
    /// The order by the reminders of entries that are not done.
    public static let due = RecordOrder(declared: "due")
}
