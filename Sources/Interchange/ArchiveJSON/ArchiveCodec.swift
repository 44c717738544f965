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
            ]
            return ("person", .object(ArchivedFields.members(of: person) + rest))
        case .group(let group, let members, let planets):
            let lists = [
                JSONMember("members", .addresses(members.map(\.address))),
                JSONMember("linkedPlanets", .addresses(planets.map(\.address))),
                JSONMember("card", .array(group.content.card.map(JSONValue.string))),
            ]
            return ("group", .object(ArchivedFields.members(of: group) + lists))
        case .merged(let person, let mergeTarget):
            let ids = ["id": person, "heir": mergeTarget] as KeyValuePairs
            return ("merge", .object(ids.map { JSONMember($0, .string($1.address.description)) }))
        case .note(let note):
            return ("note", .object(ArchivedFields.members(of: note)))
        case .account(let account):
            let members = [
                JSONMember("name", .string(account.name)),
                JSONMember("card", .text(orNull: account.card?.address.description)),
                JSONMember("hasSeenTutorial", .bool(account.hasSeenTutorial)),
                JSONMember("favorites", .addresses(account.favorites)),
            ]
            return ("account", .object(members))
        case .guest(let favorites):
            return ("guest", .object([JSONMember("favorites", .addresses(favorites))]))
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
            var person: Record<Person> = try ArchivedFields.record(from: &members)
            person.content.addresses = []
            for value in try members.list("addresses") { person.content.addresses.append(try .init(value)) }
            person.content.photo = try blob(try members.remove("photo"))
            person.content.card = try members.texts("card")
            // Files written by early versions have no UIDs.
            if members.has("uids") { person.content.uids = try members.texts("uids") }
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
                    favorites: try members.addresses("favorites")))
        case "guest", "guests": item = .guest(favorites: try members.addresses("favorites"))
        case "seed", "seeds":
            guard let kind = Kind(rawValue: try members.text("kind")) else {
                throw Problem("“kind” is not one of person, group, planet, and note.")
            }
            item = .sampleData(
                ArchivedSampleData(
                    set: try members.text("set"), kind: kind, key: try members.text("key"),
                    record: try members.address(members.idKey)))
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
    fileprivate static func addresses(_ addresses: [RecordID]) -> JSONValue {
        .array(addresses.map { .string($0.description) })
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
