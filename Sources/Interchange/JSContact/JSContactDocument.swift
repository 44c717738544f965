import Text

/// A JSContact card that is being written.
struct JSContactDocument {
    /// The members in the order in which they were added, with the members of maps.
    private var keys: [[String]] = []
    private var values: [[String]: JSONValue] = [:]
    private var maps: [[String]: [JSONMember]] = [:]
    private var ids: [[String]: Set<String>] = [:]
    private let reservedIDs: Set<String>
    private var properties: [JSONValue] = []
    private var restored: [(path: [String], value: JSONValue, property: JSONValue)] = []

    /// - Parameter reservedIDs: The keys that only values with these IDs can have.
    init(reservedIDs: Set<String> = []) { self.reservedIDs = reservedIDs }

    /// Adds a value at a path, or as a member of the map at the path.
    ///
    /// - Parameter id: The key in the map; empty for the next unused number, or `nil` for a single value or a list.
    /// - Returns: Whether the path and the key were unused.
    @discardableResult
    mutating func add(_ path: [String], _ id: String?, _ value: JSONValue) -> Bool {
        if id == nil {
            guard values[path] == nil, maps[path] == nil else { return false }
            keys.append(path)
            values[path] = value
            return true
        }
        guard values[path] == nil else { return false }
        var key = id ?? ""
        if key.isEmpty {
            var number = (maps[path]?.count ?? 0) + 1
            while reservedIDs.contains(String(number)) || ids[path]?.contains(String(number)) == true { number += 1 }
            key = String(number)
        }
        guard ids[path, default: []].insert(key).inserted else { return false }
        if maps[path] == nil { keys.append(path) }
        maps[path, default: []].append(JSONMember(key, value))
        return true
    }

    /// Adds a property without a corresponding member, in the format of jCard.
    mutating func keep(_ property: JSONValue) { properties.append(property) }

    /// Adds an unknown member of a card that was read.
    /// - Parameter property: The property that is kept instead if another value has the path, or if the object with
    ///   the member no longer exists.
    mutating func restore(_ value: JSONValue, at path: [String], otherwise property: JSONValue) {
        if path == ["vCardProps", "-"] { properties.append(value) } else { restored.append((path, value, property)) }
    }

    var value: JSONValue {
        var members = [JSONMember("@type", .string("Card")), JSONMember("version", .string("1.0"))]
        for path in keys {
            let value = values[path] ?? .object(maps[path] ?? [])
            Self.set(value, at: path[...], in: &members)
        }
        var properties = properties
        for (path, value, property) in restored {
            let object = path.prefix(JSContactMapping.objectDepth(of: path))
            if !Self.contains(object, members) || !Self.set(value, at: path[...], in: &members) {
                properties.append(property)
            }
        }
        if !properties.isEmpty { members.append(JSONMember("vCardProps", .array(properties))) }
        return .object(members)
    }

    /// Returns whether there is an object at a path.
    private static func contains(_ path: ArraySlice<String>, _ members: [JSONMember]) -> Bool {
        guard let key = path.first else { return true }
        guard let inner = members.first(where: { $0.key == key })?.value.members else { return false }
        return contains(path.dropFirst(), inner)
    }

    /// Sets a member at a path, unless it exists or the path leads through a value that is not an object.
    /// - Returns: Whether the member was set.
    @discardableResult
    private static func set(_ value: JSONValue, at path: ArraySlice<String>, in members: inout [JSONMember]) -> Bool {
        guard let key = path.first else { return false }
        let index = members.firstIndex { $0.key == key }
        if path.count == 1 {
            if index == nil { members.append(JSONMember(key, value)) }
            return index == nil
        }
        guard var inner = index.map({ members[$0].value.members }) ?? [],
            set(value, at: path.dropFirst(), in: &inner)
        else { return false }
        let member = JSONMember(key, .object(inner))
        if let index { members[index] = member } else { members.append(member) }
        return true
    }

    /// Returns the members with the values of repeated keys as arrays.
    static func joined(_ members: [JSONMember]) -> [JSONMember] {
        members.map(\.key).unique.map { key in
            let values = members.filter { $0.key == key }.map(\.value)
            return JSONMember(key, values.count == 1 ? values[0] : .array(values))
        }
    }
}
