import Model
import Text

/// The members of a JSON object. Readers remove the members that they use; any remaining members are unknown keys.
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

    mutating func integer(_ key: String) throws(ArchiveCodec.Problem) -> Int {
        guard let number = try remove(key).integer else { throw .init("“\(key)” is not an integer.") }
        return number
    }

    mutating func version(_ key: String) throws(ArchiveCodec.Problem) -> Int {
        let version = try integer(key)
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
        guard let list = try remove(key).array else { throw .init("“\(key)” is not a list.") }
        return list
    }

    mutating func texts(_ key: String) throws(ArchiveCodec.Problem) -> [String] {
        guard let texts = try remove(key).texts else { throw .init("“\(key)” is not a list of strings.") }
        return texts
    }

    mutating func flag(_ key: String) throws(ArchiveCodec.Problem) -> Bool {
        guard let flag = try remove(key).bool else { throw .init("“\(key)” is not true or false.") }
        return flag
    }

    /// Removes and returns the person ID with a key, or returns `nil` if the value is `null`.
    mutating func person(_ key: String) throws(ArchiveCodec.Problem) -> Person.ID? {
        guard let address = try address(key) else { return nil }
        guard let person = Person.ID(address) else { throw .init("The value of “\(key)” is not the ID of a person.") }
        return person
    }

    /// Removes and returns the record ID with a key, or returns `nil` if the value is `null`.
    mutating func address(_ key: String) throws(ArchiveCodec.Problem) -> RecordID? {
        let value = try remove(key)
        if value == .null { return nil }
        guard let address = value.string.flatMap({ RecordID($0) }) else {
            throw .init("The value of “\(key)” is not an ID.")
        }
        try requireLimit(address)
        return address
    }

    mutating func addresses(_ key: String) throws(ArchiveCodec.Problem) -> [RecordID] {
        let list = try list(key)
        let addresses = list.compactMap { $0.string.flatMap { RecordID($0) } }
        guard addresses.count == list.count else { throw .init("The value of “\(key)” is not a list of IDs.") }
        for address in addresses { try requireLimit(address) }
        return addresses
    }

    private func requireLimit(_ address: RecordID) throws(ArchiveCodec.Problem) {
        guard address.number <= RecordID.limit else {
            throw .init("The ID \(address) exceeds the limit, which is \(String(RecordID.limit)).")
        }
    }

    /// Removes and returns the IDs with a key. Throws if one of them is of another kind.
    mutating func ids<Content>(_ key: String) throws(ArchiveCodec.Problem) -> [TypedRecordID<Content>] {
        let addresses = try addresses(key)
        let ids = addresses.compactMap { TypedRecordID<Content>($0) }
        guard ids.count == addresses.count else {
            throw .init("“\(key)” contains an ID that is not the ID of a \(Content.kind.noun).")
        }
        return ids
    }

    func end() throws(ArchiveCodec.Problem) {
        if let key = rest.keys.min() { throw .init("Unknown key “\(key)”.") }
    }
}

extension JSONValue {
    /// The strings in a list, or `nil` if the value is not a list of strings.
    var texts: [String]? {
        let texts = array?.compactMap(\.string)
        return texts?.count == array?.count ? texts : nil
    }
}
