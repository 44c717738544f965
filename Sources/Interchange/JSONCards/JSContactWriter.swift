import Text

/// A converter from the lines of a vCard 4.0 to a JSContact card (RFC 9553), as in RFC 9555.
///
/// A property is converted only if ``JSContactReader`` restores it exactly. Other properties are written to
/// `vCardProps`. If they are email addresses, phone numbers, or postal addresses, they are also converted as far as
/// JSContact can express them.
struct JSContactWriter {
    private let parsed: ParsedCard
    private let decoder: LineDecoder
    private let escapes = VCardEscaping(version: .v40)
    private var card: JSContactDocument
    /// The properties that contain unknown members, by the paths of the members.
    private let kept: [[String]: ContentLine]
    /// The start positions of the lines that have already been converted.
    private var converted: Set<Int> = []

    /// Returns the JSContact card for the lines of a card. Lines that are not properties are omitted.
    static func value(of lines: [[UInt8]]) -> JSONValue {
        var writer = JSContactWriter(ParsedCard(UnfoldedCard(slices: lines.map { $0[...] })))
        writer.write()
        return writer.card.value
    }

    private init(_ parsed: ParsedCard) {
        self.parsed = parsed
        decoder = LineDecoder(bytes: parsed.card.bytes)
        let paths = parsed.lines.filter { $0.name == JSContactReader.jsonProperty }.compactMap { line in
            Self.path(of: line).map { ($0, line) }
        }
        kept = Dictionary(paths) { first, _ in first }
        // The key of a deleted object is not reused, because unknown members may refer to the key.
        let ids = paths.flatMap { $0.0.dropFirst() } + parsed.lines.compactMap { $0.parameter("PROP-ID") }
        card = JSContactDocument(reservedIDs: Set(ids))
    }

    private mutating func write() {
        let lines = parsed.lines.filter { !["BEGIN", "END", "VERSION"].contains($0.name) }
        let groups = Dictionary(grouping: lines.filter { !$0.group.isEmpty }) { $0.group.uppercased() }
        writeName(lines)
        let isMember = { (line: ContentLine) in line.name == JSContactReader.jsonProperty }
        for line in lines.filter({ !isMember($0) }) + lines.filter(isMember)
        where !converted.contains(line.entries.lowerBound) {
            let label = label(of: line, in: groups[line.group.uppercased()] ?? [])
            switch (line.name, label) {
            case ("X-ABLABEL", _?): continue
            case (JSContactReader.jsonProperty, _):
                if !restore(line) { card.keep(JCardWriter.property(line, in: parsed)) }
            case (_, let label): write(line, label)
            }
        }
    }

    /// Returns the label of a line, the line itself if it is a label, or `nil` if the line is not labeled. A label
    /// belongs to the only other property of its group or, if the group also has additions such as Apple’s `X-ABADR`,
    /// to the only property with a meaning.
    private func label(of line: ContentLine, in group: [ContentLine]) -> ContentLine? {
        let labels = group.filter { $0.head.meaning == .label }
        let values = group.filter { $0.head.meaning != nil && $0.head.meaning != .label }
        if labels.count != 1 || group.count < 2 || values.contains(where: { ["FN", "N"].contains($0.name) }) {
            return nil
        }
        let isValue = line.head.meaning != nil && values.count == 1
        return group.count == 2 || isValue ? labels[0] : nil
    }

    private mutating func write(_ line: ContentLine, _ label: ContentLine?) {
        if line.parameters.isEmpty, line.group.isEmpty, ["NICKNAME", "CATEGORIES"].contains(line.name) {
            for text in escapes.texts(bytes(line)) where !text.isEmpty {
                if line.name == "NICKNAME" {
                    card.add(["nicknames"], "", .object([JSONMember("name", .string(text))]))
                } else {
                    card.add(["keywords"], text, .bool(true))
                }
            }
            return
        }
        let lines = [line] + [label].compactMap(\.self)
        if let (path, id, value) = member(for: line, label) {
            let structure = structure(at: path + [id].compactMap(\.self))
            if !structure.lines.isEmpty, add(lines + structure.lines, path, id, value.merging(structure.members)) {
                return
            }
            if add(lines, path, id, value) { return }
            if JSContactMapping.copied.contains(path) { card.add(path, id, value) }
        }
        for line in lines { card.keep(JCardWriter.property(line, in: parsed)) }
    }

    /// Adds a member that represents the lines if reading it back restores them and its path is unused. Returns whether
    /// the member was added.
    private mutating func add(_ lines: [ContentLine], _ path: [String], _ id: String?, _ value: JSONValue) -> Bool {
        guard isRestored(lines, from: path, id, value), card.add(path, id, value) else { return false }
        converted.formUnion(lines.map(\.entries.lowerBound))
        return true
    }

    /// Returns the kept structural members of the object at the given path, with the properties that contain them.
    private func structure(at path: [String]) -> (lines: [ContentLine], members: [JSONMember]) {
        let found = JSContactStructure.members.compactMap { key in
            kept[path + [key]].flatMap { line in
                value(of: line, depth: path.count + 1).map { (line, JSONMember(key, $0)) }
            }
        }
        return (found.map(\.0), found.map(\.1))
    }

    /// Returns whether reading a part of a card restores the lines.
    ///
    /// - Parameter kept: The line that is also written to `vCardProps`.
    private func isRestored(
        _ lines: [ContentLine], from path: [String], _ id: String?, _ value: JSONValue, keeping kept: ContentLine? = nil
    ) -> Bool {
        var part = JSContactDocument()
        part.add(path, id, value)
        if let kept { part.keep(JCardWriter.property(kept, in: parsed)) }
        let read = JSContactReader.properties(of: part.value).flatMap(PropertyWriter(version: .v40).lines)
        return ComparedProperty.counts(in: lines.flatMap { parsed.lines(of: $0) }) == ComparedProperty.counts(in: read)
    }

    // MARK: - Names

    private mutating func writeName(_ lines: [ContentLine]) {
        guard let full = lines.first(where: { $0.name == "FN" }) else { return }
        let whole = JSONValue.object([JSONMember("full", .string(text(full)))])
        guard full.parameters.isEmpty, full.group.isEmpty else {
            return writeName(whole.merging([parameters(of: full)]), full, lines.first { $0.name == "N" })
        }
        if let name = lines.first(where: { $0.name == "N" }), name.group.isEmpty {
            let components = JSContactStructure.components(of: components(name), kinds: JSContactWords.nameKinds)
            let both = whole.merging([JSONMember("components", .array(components))] + others(name, knowing: []))
            let structure = structure(at: ["name"])
            let phonetics = lines.filter { JSContactWords.phonetics.values.contains($0.name) }
            if !structure.lines.isEmpty {
                let all = [full, name] + structure.lines
                if add(all + phonetics, ["name"], nil, both.merging(structure.members)) { return }
            }
            if add([full, name], ["name"], nil, both) { return }
        }
        _ = add([full], ["name"], nil, whole)
    }

    /// Writes a name with the parameters of its `FN`, and also keeps `N` as a property.
    private mutating func writeName(_ whole: JSONValue, _ full: ContentLine, _ name: ContentLine?) {
        // `N` has its own parameters.
        guard let name else {
            if !add([full], ["name"], nil, whole) { keepName(whole, full) }
            return
        }
        let components = JSContactStructure.components(of: components(name), kinds: JSContactWords.nameKinds)
        let both = whole.merging([JSONMember("components", .array(components))])
        guard isRestored([full, name], from: ["name"], nil, both, keeping: name), card.add(["name"], nil, both) else {
            return keepName(both, full)
        }
        card.keep(JCardWriter.property(name, in: parsed))
        converted.formUnion([full, name].map(\.entries.lowerBound))
    }

    /// Writes a name that is insufficient to restore `FN`, and keeps `FN` as a property.
    private mutating func keepName(_ name: JSONValue, _ full: ContentLine) {
        card.add(["name"], nil, name)
        card.keep(JCardWriter.property(full, in: parsed))
        converted.insert(full.entries.lowerBound)
    }

    // MARK: - Properties

    /// Returns the path, the ID, and the value of the member for a property, or `nil` if there is no such member.
    private func member(
        for line: ContentLine, _ label: ContentLine?
    ) -> (path: [String], id: String?, value: JSONValue)? {
        let text = text(line)
        func object(_ path: [String], _ members: [JSONMember]) -> (path: [String], id: String?, value: JSONValue) {
            (path, line.parameter("PROP-ID") ?? "", .object(members + others(line, label: label)))
        }
        if let key = JSContactWords.texts.first(where: { $0.value == line.name })?.key {
            let isTime = ["CREATED", "REV"].contains(line.name)
            return ([key], nil, .string(isTime ? JCardValueType.extended(text, "timestamp") : text))
        }
        if let kind = JSContactWords.anniversaries.first(where: { $0.value == line.name })?.key {
            return Self.date(text).map {
                object(["anniversaries"], [JSONMember("kind", .string(kind)), JSONMember("date", $0)])
            }
        }
        switch line.name {
        case "MEMBER": return (["members"], text, .bool(true))
        case "RELATED": return (["relatedTo"], text, relation(line, label))
        case "GRAMGENDER": return (["speakToAs", "grammaticalGender"], nil, .string(text))
        case "PRONOUNS": return object(["speakToAs", "pronouns"], [JSONMember("pronouns", .string(text))])
        case "ORG":
            let names = components(line).map { $0.joined(separator: ",") }
            let units = JSContactStructure.units(names.dropFirst())
            let name = JSONMember("name", .string(names.first ?? ""))
            return object(["organizations"], [name] + (units.isEmpty ? [] : [JSONMember("units", .array(units))]))
        case "ADR":
            let parts = JSContactStructure.addressComponents(of: components(line))
            return object(["addresses"], [JSONMember("components", .array(parts))])
        case "GEO": return object(["addresses"], [JSONMember("coordinates", .string(text))])
        case "SOCIALPROFILE" where line.parameter("VALUE")?.isWord("TEXT") == true:
            return object(["onlineServices"], [JSONMember("user", .string(text))])
        case "SOCIALPROFILE":
            let mark = text.lowercased().hasPrefix("http") ? [] : [JSONMember("vCardName", .string("socialprofile"))]
            return object(["onlineServices"], [JSONMember("uri", .string(text))] + mark)
        case "IMPP":
            return object(
                ["onlineServices"], [JSONMember("uri", .string(text)), JSONMember("vCardName", .string("impp"))])
        default:
            guard let mapping = JSContactMapping.mapping(ofProperty: line.name) else { return nil }
            let kind = mapping.kind.map { [JSONMember("kind", .string($0))] } ?? []
            return object([mapping.member], [JSONMember(mapping.value, .string(text))] + kind)
        }
    }

    private func relation(_ line: ContentLine, _ label: ContentLine?) -> JSONValue {
        let types = line.parameters.filter { $0.name == "TYPE" }.map {
            JSONMember($0.value.lowercased(), .bool(true))
        }
        return .object(
            [JSONMember("relation", .object(types))] + others(line, knowing: ["TYPE", "VALUE"], label: label))
    }

    /// Returns a date as a partial date or a timestamp, or `nil` if it is neither.
    private static func date(_ text: String) -> JSONValue? {
        if text.hasSuffix("Z") {
            return .object([
                JSONMember("@type", .string("Timestamp")),
                JSONMember("utc", .string(JCardValueType.extended(text, "timestamp"))),
            ])
        }
        let digits = text.filter { $0 != "-" }
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        let (keys, counts): ([String], [Int]) =
            switch (text.hasPrefix("---"), text.hasPrefix("--"), digits.utf8.count) {
            case (true, _, 2): (["day"], [2])
            case (false, true, 4): (["month", "day"], [2, 2])
            case (false, true, 2): (["month"], [2])
            case (false, false, 8): (["year", "month", "day"], [4, 2, 2])
            case (false, false, 6): (["year", "month"], [4, 2])
            case (false, false, 4): (["year"], [4])
            default: ([], [])
            }
        var rest = digits[...]
        let members = zip(keys, counts).map { key, count in
            defer { rest = rest.dropFirst(count) }
            return JSONMember(key, .integer(Int(rest.prefix(count)) ?? 0))
        }
        return members.isEmpty ? nil : .object(members)
    }

    // MARK: - Parameters

    /// Returns the member for a parameter, or `nil` if the object has no such member.
    private static func member(for parameter: String, of property: String) -> String? {
        switch (parameter, property) {
        case ("LABEL", "ADR"): "full"
        case ("CC", "ADR"): "countryCode"
        case ("GEO", "ADR"): "coordinates"
        case ("TZ", "ADR"): "timeZone"
        case ("SERVICE-TYPE", "IMPP"), ("SERVICE-TYPE", "SOCIALPROFILE"): "service"
        case ("USERNAME", "IMPP"), ("USERNAME", "SOCIALPROFILE"): "user"
        case ("LEVEL", "HOBBY"), ("LEVEL", "INTEREST"), ("LEVEL", "EXPERTISE"): "level"
        case ("MEDIATYPE", _): "mediaType"
        default: nil
        }
    }

    /// Returns the members for the parameters of a property.
    private func others(_ line: ContentLine, knowing known: Set<String> = ["VALUE"], label: ContentLine? = nil)
        -> [JSONMember]
    {
        var (contexts, features, rest): ([JSONMember], [JSONMember], [JSONMember]) = ([], [], [])
        var members: [JSONMember] = []
        for parameter in line.parameters where !known.contains(parameter.name) && parameter.name != "PROP-ID" {
            let value = parameter.value.lowercased()
            let isType = parameter.name == "TYPE"
            if isType, let word = context(value, of: line) {
                contexts.append(JSONMember(word, .bool(true)))
            } else if isType, line.name == "TEL",
                let word = JSContactWords.features.first(where: { $0.value == value })?.key
            {
                features.append(JSONMember(word, .bool(true)))
            } else if parameter.name == "PREF", let rank = Int(parameter.value) {
                members.append(JSONMember("pref", .integer(rank)))
            } else if let key = Self.member(for: parameter.name, of: line.name) {
                let word = key == "level" ? JSContactWords.level(value, of: line.name) : nil
                members.append(JSONMember(key, .string(word ?? parameter.value)))
            } else {
                rest.append(JSONMember(parameter.name.lowercased(), .string(isType ? value : parameter.value)))
            }
        }
        if !contexts.isEmpty { members.append(JSONMember("contexts", .object(contexts))) }
        if !features.isEmpty { members.append(JSONMember("features", .object(features))) }
        if let label { members.append(JSONMember("label", .string(text(label)))) }
        let group = parsed.lines.count { !line.group.isEmpty && $0.group.uppercased() == line.group.uppercased() }
        if group > (label == nil ? 0 : 2) { rest.append(JSONMember("group", .string(line.group))) }
        if !rest.isEmpty { members.append(JSONMember("vCardParams", .object(JSContactDocument.joined(rest)))) }
        return members
    }

    /// Returns one member with the group of a property and its parameters, except `VALUE` and `PROP-ID`.
    private func parameters(of line: ContentLine) -> JSONMember {
        let parameters = line.parameters.filter { !["VALUE", "PROP-ID"].contains($0.name) }
        let group = line.group.isEmpty ? [] : [JSONMember("group", .string(line.group))]
        let members = parameters.map { JSONMember($0.name.lowercased(), .string($0.value)) } + group
        return JSONMember("vCardParams", .object(JSContactDocument.joined(members)))
    }

    private func context(_ type: String, of line: ContentLine) -> String? {
        if line.name == "ADR", JSContactWords.addressContexts.contains(type) { return type }
        return JSContactWords.contexts.first { $0.value == type }?.key
    }

    // MARK: - Values

    private func bytes(_ line: ContentLine) -> ArraySlice<UInt8> {
        (try? decoder.value(of: line)) ?? parsed.bytes(of: line)
    }

    private func text(_ line: ContentLine) -> String { escapes.text(bytes(line)) }

    private func components(_ line: ContentLine) -> [[String]] {
        escapes.parts(bytes(line), separator: .semicolon).map { escapes.texts($0) }
    }

    /// The maximum number of components in the path of a restored member.
    private static let maximumDepth = 16

    /// Restores the unknown member that a property contains. Returns `false` if the member is invalid or cannot be
    /// restored on its own.
    private mutating func restore(_ line: ContentLine) -> Bool {
        guard let path = Self.path(of: line), let value = value(of: line, depth: path.count) else { return false }
        // A structural member would be wrong without the object from which it was read.
        if path.last.map(JSContactStructure.members.contains) == true { return false }
        card.restore(value, at: path, otherwise: JCardWriter.property(line, in: parsed))
        return true
    }

    /// Returns the path of an unknown member, or `nil` if the property is invalid.
    private static func path(of line: ContentLine) -> [String]? {
        guard let pointer = line.parameter(JSContactReader.pointer), line.parameters.count == 1 else { return nil }
        let path = pointer.split(separator: "/", omittingEmptySubsequences: false).map {
            String($0).replacing("~1", with: "/").replacing("~0", with: "~")
        }
        return path.count > maximumDepth ? nil : path
    }

    /// Returns an unknown member, or `nil` if it is invalid or would be nested too deeply in the card.
    private func value(of line: ContentLine, depth: Int) -> JSONValue? {
        try? JSONReader.value(of: Array(text(line).utf8), maximumDepth: JSONReader.maximumDepth - depth)
    }
}

/// A JSContact card that is being written.
struct JSContactDocument {
    /// The paths of the values and maps, in insertion order.
    private var keys: [[String]] = []
    private var values: [[String]: JSONValue] = [:]
    private var maps: [[String]: [JSONMember]] = [:]
    private var ids: [[String]: Set<String>] = [:]
    private let reservedIDs: Set<String>
    private var properties: [JSONValue] = []
    private var restored: [(path: [String], value: JSONValue, property: JSONValue)] = []

    /// - Parameter reservedIDs: The keys that only values with these IDs can have.
    init(reservedIDs: Set<String> = []) { self.reservedIDs = reservedIDs }

    /// Adds a value at the given path, or as a member of the map at that path.
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

    /// Returns whether there is an object at the given path.
    private static func contains(_ path: ArraySlice<String>, _ members: [JSONMember]) -> Bool {
        guard let key = path.first else { return true }
        guard let inner = members.first(where: { $0.key == key })?.value.members else { return false }
        return contains(path.dropFirst(), inner)
    }

    /// Sets a member at the given path, unless it exists or the path leads through a value that is not an object.
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

    /// Returns the members, with the values of repeated keys combined into arrays.
    static func joined(_ members: [JSONMember]) -> [JSONMember] {
        members.map(\.key).unique.map { key in
            let values = members.filter { $0.key == key }.map(\.value)
            return JSONMember(key, values.count == 1 ? values[0] : .array(values))
        }
    }
}

/// The content of a property, for comparing properties that are written differently.
struct ComparedProperty: Hashable {
    private let name: String
    private let parameters: Set<CardParameter>
    private let components: [[String]]
    private let label: String?

    /// Returns the number of occurrences of each property in lines, excluding the labels of other properties.
    static func counts(in lines: [[UInt8]]) -> [ComparedProperty: Int] {
        let frame = [Array("BEGIN:VCARD".utf8), Array("VERSION:4.0".utf8)]
        let parsed = ParsedCard(UnfoldedCard(slices: (frame + lines).map { $0[...] }))
        let escapes = VCardEscaping(version: .v40)
        let decoder = LineDecoder(bytes: parsed.card.bytes)
        func components(_ line: ContentLine) -> [[String]] {
            let bytes = (try? decoder.value(of: line)) ?? parsed.bytes(of: line)
            var parts = escapes.parts(bytes, separator: .semicolon).map { escapes.texts($0) }
            while parts.last == [""] { parts.removeLast() }
            return parts
        }
        let labels = parsed.lines.filter { $0.name == "X-ABLABEL" && !$0.group.isEmpty }
        let others = parsed.lines.dropFirst(frame.count).count { $0.name != JSContactReader.jsonProperty }
        let isAlone = others == labels.count + 1
        let properties = parsed.lines.dropFirst(frame.count).compactMap { line -> ComparedProperty? in
            if line.name == "X-ABLABEL", isAlone { return nil }
            let label = isAlone ? labels.first { $0.group.uppercased() == line.group.uppercased() } : nil
            return ComparedProperty(
                name: line.name, parameters: Set(line.parameters.compactMap { compared($0, of: line.name) }),
                components: components(line), label: label.map { components($0).description } ?? line.group.nonEmpty)
        }
        return Dictionary(properties.map { ($0, 1) }, uniquingKeysWith: +)
    }

    private static func compared(_ parameter: CardParameter, of name: String) -> CardParameter? {
        switch parameter.name {
        case "PROP-ID": nil
        case "VALUE" where name == "UID" || parameter.value.lowercased() == JCardValueType.standard(of: name): nil
        case "TYPE": CardParameter("TYPE", parameter.value.lowercased())
        default: parameter
        }
    }
}
