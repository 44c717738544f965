import Localization
import Model
import Text

/// A converter between archived items and JSON values.
enum ArchiveCodec {
    struct Problem: Error {
        let sentence: Message

        init(_ sentence: Message) { self.sentence = sentence }
    }

    static func json(of item: ArchiveItem) -> (name: String, value: JSONValue) {
        switch item {
        case .planet(let planet):
            let picture = JSONMember("picture", .text(orNull: planet.content.picture?.rawValue))
            return ("planet", .object(ArchivedFields.members(of: planet) + [picture]))
        case .person(let person):
            let rest = [
                JSONMember("addresses", .array(person.content.addresses.map(\.json))),
                JSONMember("photo", .text(orNull: person.content.photo?.rawValue)),
                JSONMember("card", .array(person.content.card.map(JSONValue.string))),
                JSONMember("uids", .array(person.content.uids.map(JSONValue.string))),
                JSONMember(
                    "relatives",
                    .object(
                        person.links.relatives.sorted { $0.key < $1.key }.map {
                            JSONMember($0.key, .string($0.value.id.description))
                        })),
            ]
            return ("person", .object(ArchivedFields.members(of: person) + rest))
        case .group(let group, let members, let planets):
            let lists = [
                JSONMember("members", .recordIDs(members.map(\.recordID))),
                JSONMember("linkedPlanets", .recordIDs(planets.map(\.recordID))),
                JSONMember("card", .array(group.content.card.map(JSONValue.string))),
            ]
            return ("group", .object(ArchivedFields.members(of: group) + lists))
        case .merged(let person, let mergeTarget):
            let ids = ["id": person, "heir": mergeTarget] as KeyValuePairs
            return ("merge", .object(ids.map { JSONMember($0, .string($1.recordID.description)) }))
        case .note(let note):
            return ("note", .object(ArchivedFields.members(of: note)))
        case .account(let account):
            let members = [
                JSONMember("name", .string(account.name)),
                JSONMember("card", .text(orNull: account.card?.recordID.description)),
                JSONMember("hasSeenTutorial", .bool(account.hasSeenTutorial)),
                JSONMember("favorites", .recordIDs(account.favorites)),
            ]
            return ("account", .object(members))
        case .guest(let favorites):
            return ("guest", .object([JSONMember("favorites", .recordIDs(favorites))]))
        case .sampleData(let sample):
            let members = [
                JSONMember("set", .string(sample.set)), JSONMember("kind", .string(sample.kind.rawValue)),
                JSONMember("key", .string(sample.key)), JSONMember("id", .text(orNull: sample.record?.description)),
            ]
            return ("seed", .object(members))
        case .photo(let id, let bytes):
            let base64 = String(decoding: Base64.encoded(bytes), as: UTF8.self)
            return ("photo", .object([JSONMember("id", .string(id.rawValue)), JSONMember("base64", .string(base64))]))
        }
    }

    /// Decodes an item from its JSON value.
    ///
    /// - Parameter name: The key of the item in the line format, or of its list in a document.
    static func item(_ name: String, _ value: JSONValue) throws(Problem) -> ArchiveItem {
        var members = try ArchiveMembers(value)
        let item: ArchiveItem
        switch name {
        case "planet", "planets":
            var planet: Record<Planet> = try ArchivedFields.record(from: &members)
            planet.content.picture = try blob(try members.remove("picture"))
            item = .planet(planet)
        case "person", "persons":
            // Files written by early versions lack fields that are read from cards.
            let isEarly = Person.keysReadAgain.contains { !members.has($0) }
            var person: Record<Person> = try ArchivedFields.record(from: &members)
            person.content.addresses = []
            for value in try members.list("addresses") { person.content.addresses.append(try .init(value)) }
            person.content.photo = try blob(try members.remove("photo"))
            person.content.card = try members.texts("card")
            if isEarly || person.content.formattedName == nil || person.content.cardLanguage == nil {
                person.content = person.content.readingCardAgain()
            }
            // Files written by early versions have no UIDs.
            if members.has("uids") { person.content.uids = try members.texts("uids") }
            // Files written by early versions have no linked relations.
            if members.has("relatives") { person.links.relatives = try members.references("relatives") }
            item = .person(person)
        case "group", "groups":
            var group: Record<Group> = try ArchivedFields.record(from: &members)
            // Files written by early versions have no card and no planets.
            if members.has("card") { group.content.card = try members.texts("card") }
            let planets: [Planet.ID] = members.has("linkedPlanets") ? try members.ids("linkedPlanets") : []
            item = .group(group, members: try members.ids("members"), planets: planets)
        case "merge", "merges":
            guard let person = try members.person(members.idKey), let mergeTarget = try members.person("heir") else {
                throw Problem("A merge requires two person IDs.")
            }
            item = .merged(person, into: mergeTarget)
        case "note", "notes": item = .note(try ArchivedFields.record(from: &members))
        case "account", "accounts":
            item = .account(
                ArchivedAccount(
                    name: try members.text("name"), card: try members.person("card"),
                    hasSeenTutorial: try members.flag("hasSeenTutorial"),
                    favorites: try members.recordIDs("favorites")))
        case "guest", "guests": item = .guest(favorites: try members.recordIDs("favorites"))
        case "seed", "seeds":
            guard let kind = Kind(rawValue: try members.text("kind")) else {
                throw Problem("“kind” is not one of person, group, planet, and note.")
            }
            item = .sampleData(
                ArchivedSampleData(
                    set: try members.text("set"), kind: kind, key: try members.text("key"),
                    record: try members.recordID(members.idKey)))
        case "photo", "photos":
            guard let id = BlobID(rawValue: try members.text("id")),
                let bytes = Base64.decoded(Array(try members.text("base64").utf8)[...])
            else { throw Problem("Invalid photo: “id” must be a SHA-256 hash and “base64” valid base64.") }
            item = .photo(id, bytes: bytes)
        default: throw Problem("Unknown kind of item “\(name)”.")
        }
        try members.end()
        return item
    }

    private static func blob(_ value: JSONValue) throws(Problem) -> BlobID? {
        if value == .null { return nil }
        guard let id = value.string.flatMap(BlobID.init) else {
            throw Problem("Invalid photo ID: expected a SHA-256 hash.")
        }
        return id
    }
}

extension JSONValue {
    static func text(orNull text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
    fileprivate static func recordIDs(_ ids: [RecordID]) -> JSONValue {
        .array(ids.map { .string($0.description) })
    }
}

extension Labeled<PostalAddress> {
    private static let parts: [(key: String, path: WritableKeyPath<PostalAddress, String> & Sendable)] = [
        ("street", \.street), ("locality", \.locality), ("region", \.region), ("postalCode", \.postalCode),
        ("country", \.country),
    ]

    fileprivate var json: JSONValue {
        let parts = Self.parts.map { JSONMember($0.key, .text(orNull: value[keyPath: $0.path].nonEmpty)) }
        return .object([JSONMember("label", .string(label)), JSONMember("value", .object(parts))])
    }

    fileprivate init(_ json: JSONValue) throws(ArchiveCodec.Problem) {
        var members = try ArchiveMembers(json)
        var address = PostalAddress()
        var parts = try ArchiveMembers(try members.remove("value"))
        for part in Self.parts { address[keyPath: part.path] = try parts.remove(part.key).string ?? "" }
        try parts.end()
        self.init(try members.text("label"), address)
        try members.end()
    }
}

/// A converter between JSON members and a record with its ID, UUID, times, version, and editable fields.
enum ArchivedFields {
    static func members<Content: Recordable>(of record: Record<Content>) -> [JSONMember] {
        [
            JSONMember("id", .string(record.id.recordID.description)), JSONMember("uuid", .string(record.uuid)),
            JSONMember("created", .string(record.created.rawValue)),
            JSONMember("modified", .string(record.modified.rawValue)),
            JSONMember("version", .integer(record.version)),
        ] + fields().map { JSONMember($0.jsonKey, $0.json(of: record.content)) }
    }

    /// Returns the editable fields, except for postal addresses, which `ArchiveCodec` converts.
    private static func fields<Content: Recordable>() -> [EditableField<Content>] {
        Content.fields.filter { field in
            if case .addresses = field.value { false } else { true }
        }
    }

    static func record<Content: Recordable>(
        from members: inout ArchiveMembers
    ) throws(ArchiveCodec.Problem) -> Record<Content> {
        guard let id = try members.recordID(members.idKey).flatMap({ TypedRecordID<Content>($0) }) else {
            throw .init("The value of “id” is not the ID of a \(Content.kind.noun).")
        }
        var content = Content()
        for field in fields() as [EditableField<Content>] { try field.read(from: &members, into: &content) }
        return Record(
            id: id, uuid: try members.text("uuid"), created: try members.timestamp("created"),
            modified: try members.timestamp("modified"), version: try members.version("version"), content: content)
    }
}

extension JSONValue {
    fileprivate static func number(in text: String) -> JSONValue {
        Int(text).map { .integer($0) } ?? Double(text).map { .number($0) } ?? .null
    }
}

extension EditableField {
    private typealias Problem = ArchiveCodec.Problem

    fileprivate func json(of model: Model) -> JSONValue {
        let values = read(model)
        switch value {
        case .labeled, .phones, .addresses, .uncertainties:
            return .array(
                values.map {
                    .object([JSONMember("label", .string($0.label)), JSONMember("value", .string($0.value))])
                })
        case .texts, .persons: return .array(values.map { .string($0.value) })
        case .figure, .integer: return values.first.map { .number(in: $0.value) } ?? .null
        case .flag: return values.first.map { .bool($0.value == "yes") } ?? .null
        case .optionalText(let path): return .text(orNull: model[keyPath: path])
        case .text, .accessor, .date, .day, .period, .gender, .estimates, .reference:
            return .text(orNull: values.first?.value)
        }
    }

    fileprivate func read(from members: inout ArchiveMembers, into model: inout Model) throws(ArchiveCodec.Problem) {
        let value = isOptionalInExports && !members.has(jsonKey) ? .null : try members.remove(jsonKey)
        let values: [Labeled<String>]
        switch shape {
        case .labeled: values = try labeled(value)
        case .several:
            guard let texts = value == .null && isOptionalInExports ? [] : value.texts else {
                throw Problem("“\(jsonKey)” is not an array of strings.")
            }
            values = texts.map { Labeled("", $0) }
        case .single, .prose, .reference, .secret: values = try text(of: value).map { [Labeled("", $0)] } ?? []
        }
        do throws(FieldProblem) {
            try write(&model, values)
        } catch {
            throw Problem(error.sentence)
        }
    }

    private func text(of value: JSONValue) throws(ArchiveCodec.Problem) -> String? {
        switch value {
        case .null: return nil
        case .string(let text): return text
        case .bool(let flag): return flag ? "yes" : "no"
        case .integer(let number): return String(number)
        case .number(let number): return String(number)
        case .array, .object: throw Problem("“\(jsonKey)” is not a single value.")
        }
    }

    private func labeled(_ value: JSONValue) throws(ArchiveCodec.Problem) -> [Labeled<String>] {
        guard let list = value == .null && isOptionalInExports ? [] : value.array else {
            throw Problem("“\(jsonKey)” is not an array.")
        }
        var values: [Labeled<String>] = []
        for element in list {
            var members = try ArchiveMembers(element)
            values.append(Labeled(try members.text("label"), try members.text("value")))
            try members.end()
        }
        return values
    }
}

/// The members of a JSON object. Readers remove the members that they use; any remaining members have unknown keys.
struct ArchiveMembers {
    private var rest: [String: JSONValue] = [:]

    init(_ value: JSONValue) throws(ArchiveCodec.Problem) {
        guard let members = value.members else { throw .init("Expected an object.") }
        if let key = value.repeatedKeys.first { throw .init("Duplicate key “\(key)”.") }
        for member in members { rest[member.key] = member.value }
    }

    func has(_ key: String) -> Bool { rest[key] != nil }

    /// The key of the record ID: `id`, or `address` in files written by version 0.1.
    var idKey: String { has("address") ? "address" : "id" }

    mutating func remove(_ key: String) throws(ArchiveCodec.Problem) -> JSONValue {
        guard let value = rest.removeValue(forKey: key) else { throw .init("Missing key “\(key)”.") }
        return value
    }

    mutating func text(_ key: String) throws(ArchiveCodec.Problem) -> String {
        guard let text = try remove(key).string else { throw .init("“\(key)” is not a string.") }
        return text
    }

    mutating func version(_ key: String) throws(ArchiveCodec.Problem) -> Int {
        guard let version = try remove(key).integer else { throw .init("“\(key)” is not an integer.") }
        guard version > 0 else { throw .init("“\(key)” is less than 1.") }
        return version
    }

    mutating func timestamp(_ key: String) throws(ArchiveCodec.Problem) -> Timestamp {
        let timestamp = Timestamp(rawValue: try text(key))
        guard timestamp.isWellFormed else {
            throw .init("“\(key)” is not a time such as 2026-11-20T18:00:00.000Z.")
        }
        return timestamp
    }

    mutating func list(_ key: String) throws(ArchiveCodec.Problem) -> [JSONValue] {
        guard let list = try remove(key).array else { throw .init("“\(key)” is not an array.") }
        return list
    }

    mutating func texts(_ key: String) throws(ArchiveCodec.Problem) -> [String] {
        guard let texts = try remove(key).texts else { throw .init("“\(key)” is not an array of strings.") }
        return texts
    }

    mutating func flag(_ key: String) throws(ArchiveCodec.Problem) -> Bool {
        guard let flag = try remove(key).bool else { throw .init("“\(key)” is not true or false.") }
        return flag
    }

    /// Removes and returns the person ID for the given key, or returns `nil` if the value is `null`.
    mutating func person(_ key: String) throws(ArchiveCodec.Problem) -> Person.ID? {
        guard let id = try recordID(key) else { return nil }
        guard let person = Person.ID(id) else { throw .init("The value of “\(key)” is not the ID of a person.") }
        return person
    }

    /// Removes and returns the record ID for the given key, or returns `nil` if the value is `null`.
    mutating func recordID(_ key: String) throws(ArchiveCodec.Problem) -> RecordID? {
        let value = try remove(key)
        if value == .null { return nil }
        guard let id = value.string.flatMap({ RecordID($0) }) else {
            throw .init("The value of “\(key)” is not an ID.")
        }
        try requireLimit(id)
        return id
    }

    mutating func recordIDs(_ key: String) throws(ArchiveCodec.Problem) -> [RecordID] {
        let list = try list(key)
        let ids = list.compactMap { $0.string.flatMap { RecordID($0) } }
        guard ids.count == list.count else { throw .init("The value of “\(key)” is not an array of IDs.") }
        for id in ids { try requireLimit(id) }
        return ids
    }

    /// Removes the object for the given key and returns its references to persons, by key.
    mutating func references(_ key: String) throws(ArchiveCodec.Problem) -> [String: RecordReference] {
        guard let list = try remove(key).members else { throw .init("The value of “\(key)” is not an object.") }
        var references: [String: RecordReference] = [:]
        for member in list {
            guard let id = member.value.string.flatMap({ RecordID($0) }), id.kind == .person else {
                throw .init("“\(key)” contains an ID that is not the ID of a person.")
            }
            try requireLimit(id)
            references[member.key] = RecordReference(id: id, name: "")
        }
        return references
    }

    private func requireLimit(_ id: RecordID) throws(ArchiveCodec.Problem) {
        guard id.number <= RecordID.limit else {
            throw .init("The ID \(id) exceeds the limit of \(String(RecordID.limit)).")
        }
    }

    /// Removes and returns the IDs for the given key. Throws if one of them is of another kind.
    mutating func ids<Content>(_ key: String) throws(ArchiveCodec.Problem) -> [TypedRecordID<Content>] {
        let recordIDs = try recordIDs(key)
        let ids = recordIDs.compactMap { TypedRecordID<Content>($0) }
        guard ids.count == recordIDs.count else {
            throw .init("“\(key)” contains an ID that is not the ID of a \(Content.kind.noun).")
        }
        return ids
    }

    func end() throws(ArchiveCodec.Problem) {
        if let key = rest.keys.min() { throw .init("Unknown key “\(key)”.") }
    }
}

extension JSONValue {
    /// The strings in this array, or `nil` if the value is not an array of strings.
    var texts: [String]? {
        let texts = array?.compactMap(\.string)
        return texts?.count == array?.count ? texts : nil
    }
}
