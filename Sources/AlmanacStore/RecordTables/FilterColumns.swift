import Model

/// The SQL sources of filter fields, by field name.
enum FilterColumns {
    static func all(of kind: Kind) -> [String: FilterColumn] {
        switch kind {
        case .person: persons
        case .group: groups
        case .planet: planets
        case .note: notes
        }
    }

    static let persons = declared(Person.self).merging([
        "name": .names(of: .person, "person.id"),
        "street": .address("street"),
        "address": .address(
            "street || ', ' || postal_code || ' ' || locality || ', ' || region || ', ' || country"),
        "postalcode": .address("postal_code"),
        "city": .address("locality"),
        "region": .address("region"),
        "country": .address("country"),
        "photo": .value("person.photo"),
        "due": .day("person.due_key"),
        "label": .labelsOfValues,
        "sample": .texts("seed_set", from: "planted WHERE person_id = person.id"),
        "remote": .texts(
            "name",
            from: """
                remote_card JOIN remote ON remote.id = remote_id
                WHERE remote_card.kind = 'person' AND record_id = person.id
                """),
        "group": .names(ofGroupsBy: .persons),
        "note": .notes(about: "person.id", as: "person_id"),
        "related": .relatives(),
    ]) { $1 }.merging(RelationTerm.filtered.map { ($0.name, .relatives($0)) }) { $1 }

    static let groups = declared(Group.self).merging([
        // The members of a smart group are not counted.
        "members": .value(
            """
            iif(coalesce(people_group.search, people_group.person_filter, people_group.planet_filter) IS NULL,
                (SELECT count(*) FROM membership AS ours WHERE ours.group_id = people_group.id), NULL)
            """),
        "planet": .names(
            from: """
                group_planet AS ours JOIN name_key ON kind = 'planet' AND record_id = ours.planet_id
                WHERE ours.group_id = people_group.id
                """),
        "note": .notes(about: "people_group.id", as: "group_id"),
    ]) { $1 }

    static let planets = declared(Planet.self).merging(calculated) { $1 }.merging([
        "orbits": .bodies("planet.parent"),
        // Names of constellations are compared without accents.
        "constellation": .value("replace(nullif(planet.constellation, ''), 'ö', 'o')"),
        "group": .names(ofGroupsBy: .planets), "note": .notes(about: "planet.id", as: "planet_id"),
    ]) { $1 }

    static let notes = declared(Note.self).merging([
        "about": .names(
            from: """
                name_key WHERE name_key.kind = 'person' AND record_id = note.person_id
                    OR name_key.kind = 'group' AND record_id = note.group_id
                    OR name_key.kind = 'planet' AND record_id = note.planet_id
                """),
        "name": .names(of: .note, "note.id"),
        "due": .day("note.due_key"),
    ]) { $1 }

    /// The SQL sources of derived values, and of catalog values that have derived substitutes.
    private static let calculated = Dictionary(
        PlanetQuantity.all.filter { $0.derived != nil }.compactMap { quantity in
            quantity.filter.map { ($0, FilterColumn.value(quantity.calculation.sql)) }
        }
    ) { first, _ in first }

    /// Returns the SQL sources of the declared fields, and of the properties that all kinds of record have.
    private static func declared<Content: Recordable>(_ type: Content.Type) -> [String: FilterColumn] {
        let table = Content.kind.table
        var columns = Dictionary(
            uniqueKeysWithValues: ["created", "modified", "version"].map { ($0, FilterColumn.value("\(table).\($0)")) })
        columns["favorite"] = .favorite("ours.\(Content.kind.rawValue)_id = \(table).id")
        for field in Content.fields {
            for (filter, column) in zip(field.filters, field.columns) {
                columns[filter.name] = FilterColumn(field, filter, column)
            }
        }
        return columns
    }
}

extension FilterColumn {
    fileprivate init<Content: Recordable>(_ field: EditableField<Content>, _ filter: FilterField, _ column: String) {
        let kind = Content.kind
        let table = kind.table
        switch (field.value, filter.values) {
        case (.persons, _):
            self = .names(
                from: """
                    \(table)_\(column) AS ours JOIN name_key ON name_key.kind = 'person' AND record_id = ours.person_id
                    WHERE ours.\(kind.rawValue)_id = \(table).id
                    """)
        case (.reference, .name(let other?)): self = .names(of: other, "\(table).\(column)")
        case (_, .name(let own?)): self = .names(of: own, "\(table).id")
        case (.text, _), (.optionalText, _), (.estimates, _), (.uncertainties, _): self = .text("\(table).\(column)")
        case (.texts, _), (.labeled, _), (.phones, _), (.addresses, _):
            self = .texts("value", from: "\(kind.rawValue)_\(column) WHERE \(kind.rawValue)_id = \(table).id")
        case (.day, _): self = .day("\(table).\(column)")
        case (.period, _): self = .days(of: "\(table).\(column)")
        case (.accessor, _), (.date, _), (.gender, _), (.figure, _), (.integer, _), (.flag, _), (.reference, _):
            self = .value("\(table).\(column)")
        }
    }
}

/// An SQL source for the values of a filter field.
enum FilterColumn: Sendable {
    /// An SQL expression that is NULL if the value is unknown.
    case value(String)
    /// A column with complete dates, or NULL if the date is unknown.
    case day(String)
    /// A text expression that is evaluated for each related row. Empty text is ignored.
    case texts(String, from: String)
    /// The folded names in rows of `name_key`.
    case names(from: String)
    /// The folded names and IDs of relatives, each between two spaces, in a column `words`.
    case relatives(from: String)
    /// The labels of values, in a column `label`, and whether they name places, in a column `is_place`.
    case labels(from: String)
    /// Whether a row of `favorite`, aliased as `ours`, belongs to the account and meets a condition.
    case favorite(String)
    /// A text column with names of stars or other bodies, which can be spelled in several ways.
    case bodies(String)

    /// The SQL expression for a single value, which is NULL if the value is unknown; `nil` if the source has no such
    /// expression.
    var expression: String? {
        switch self {
        case .value(let value), .day(let value): value
        case .bodies(let column): "nullif(\(column), '')"
        case .texts, .names, .relatives, .labels, .favorite: nil
        }
    }

    /// Returns the source for the names of a person’s relatives: the persons to whom the person’s relations refer, and
    /// those whose relations refer to the person. A relation without a link is represented by its text.
    /// - Parameter term: The term of the relations, or `nil` for all relations.
    static func relatives(_ term: RelationTerm? = nil) -> FilterColumn {
        func isLabeled(_ labels: [String]?) -> String {
            guard let labels else { return "TRUE" }
            return "label COLLATE NOCASE IN (\(labels.map { "'\($0)'" }.joined(separator: ", ")))"
        }
        let inverse = term.map { RelationTerm(label: $0.inverse)?.labels ?? [] }
        return .relatives(
            from: """
                (SELECT ' ' || key || ' persons/' || record_id || ' ' AS words
                    FROM person_relation JOIN name_key ON kind = 'person' AND record_id = \(RelationLinks.target)
                    WHERE person_relation.person_id = person.id AND \(isLabeled(term?.labels))
                    UNION ALL SELECT ' ' || lower(value) || ' ' FROM person_relation
                    WHERE person_relation.person_id = person.id AND \(isLabeled(term?.labels))
                        AND \(RelationLinks.target) IS NULL
                    UNION ALL SELECT ' ' || key || ' persons/' || record_id || ' '
                    FROM person_relation JOIN name_key ON kind = 'person' AND record_id = person_relation.person_id
                    WHERE target_id IN (SELECT person.id UNION ALL
                            SELECT person_merge.person_id FROM person_merge WHERE heir_id = person.id)
                        AND \(isLabeled(inverse))) WHERE TRUE
                """)
    }

    /// Returns the source for the length in days of a period such as `30d`, computed as in `TimeSpan.averageDays`.
    static func days(of column: String) -> FilterColumn {
        .value(
            """
            (CAST(\(column) AS INTEGER)
                * CASE substr(\(column), -1) WHEN 'd' THEN 12 WHEN 'w' THEN 84 WHEN 'm' THEN 365 ELSE 4380 END / 12)
            """)
    }

    /// Returns the source for a text column that is empty if the value is unknown.
    static func text(_ column: String) -> FilterColumn { .value("nullif(\(column), '')") }

    static func names(of kind: Kind, _ id: String) -> FilterColumn {
        .names(from: "name_key WHERE kind = '\(kind.rawValue)' AND record_id = \(id)")
    }

    /// Returns the source for the names of the groups that a record belongs to.
    static func names(ofGroupsBy links: Membership) -> FilterColumn {
        .names(
            from: """
                \(links.table) AS ours JOIN name_key ON kind = 'group' AND record_id = ours.group_id
                WHERE ours.\(links.member) = \(links.kind.table).id
                """)
    }

    /// Returns the source for a column of a person’s postal addresses.
    static func address(_ column: String) -> FilterColumn {
        .texts(column, from: "person_address WHERE person_id = person.id")
    }

    /// The source for the labels of a person’s values.
    static var labelsOfValues: FilterColumn {
        let labels = Person.fields.filter { $0.shape == .labeled }.map { field in
            let isPlace = field.labelVocabulary == .places ? "TRUE" : "FALSE"
            return "SELECT label, \(isPlace) AS is_place FROM person_\(field.columns[0]) WHERE person_id = person.id"
        }
        return .labels(from: "(\(labels.joined(separator: " UNION ALL "))) WHERE label <> ''")
    }

    /// Returns the source for the topics and texts of the notes about a record.
    static func notes(about id: String, as column: String) -> FilterColumn {
        .texts(
            "value",
            from: """
                (SELECT topic AS value FROM note WHERE \(column) = \(id)
                    UNION ALL SELECT text FROM note WHERE \(column) = \(id)) WHERE TRUE
                """)
    }
}

extension Calculation {
    /// The formula as an SQL expression over the columns of `planet`. An infinite result is NULL, because
    /// ``value(of:)`` returns `nil` for it.
    var sql: String { "nullif(\(expression), 9e999)" }

    private var expression: String {
        switch self {
        case .number(let number): "\(number)"
        case .figure(let figure): "planet.\(Self.columns[figure.key] ?? "NULL")"
        case .product(let factors): "(\(factors.map(\.expression).joined(separator: " * ")))"
        case .quotient(let dividend, let divisor): "(\(dividend.expression) / \(divisor.expression))"
        case .root(let square): "sqrt(\(square.expression))"
        case .atMost(let most, let part): "min(\(part.expression), \(most))"
        case .firstKnown(let calculations):
            calculations.count == 1
                ? calculations[0].expression : "coalesce(\(calculations.map(\.expression).joined(separator: ", ")))"
        case .only(let planets, let calculation): "CASE WHEN \(planets.condition) THEN \(calculation.expression) END"
        }
    }

    /// The column of each catalog value, by key.
    private static let columns = Dictionary(
        Planet.fields.compactMap { field in field.columns.first.map { (field.key, $0) } }
    ) { first, _ in first }
}

extension Calculation.PlanetClass {
    fileprivate var condition: String {
        switch self {
        case .orbitsSun: "planet.parent = 'Sun'"
        case .isExoplanet: "planet.type = '\(PlanetType.exoplanet.rawValue)'"
        }
    }
}
