import Model
import Text

/// A converter from a JSContact card (RFC 9553) to the lines of a vCard 4.0, as in RFC 9555.
///
/// Members without a vCard property become `JSPROP` properties, which ``JSContactWriter`` restores.
struct JSContactReader {
    private var properties: [CardProperty] = []
    private var nextGroup = 1
    /// The JSContact form of the properties in `vCardProps`. An object that repeats such a property is not read.
    private var copies: JSONValue?
    /// The components of the property `N` in `vCardProps`.
    private var keptComponents: [JSONValue]?
    /// Whether the properties keep the IDs of their objects, because unknown members refer to these IDs.
    private let keepsIDs: Bool

    /// Returns the lines of a card, or `nil` if the value is not a JSContact card.
    static func lines(of value: JSONValue) -> [String]? {
        guard value.members != nil, value["@type"]?.string == "Card" || value["version"]?.string == "1.0" else {
            return nil
        }
        let properties = properties(of: value)
        let writer = PropertyWriter(version: .v40)
        let lines = properties.flatMap(writer.lines).map { CardText.text(of: $0) }
        return ["BEGIN:VCARD", "VERSION:4.0"] + lines + ["END:VCARD"]
    }

    static func properties(of value: JSONValue) -> [CardProperty] {
        var reader = JSContactReader(keepsIDs: false)
        reader.read(value)
        guard reader.properties.contains(where: { $0.name == jsonProperty }) else { return reader.properties }
        var other = JSContactReader(keepsIDs: true)
        other.read(value)
        return other.properties
    }

    static let jsonProperty = "JSPROP"
    static let pointer = "JSPTR"

    private mutating func read(_ card: JSONValue) {
        let lines = ["BEGIN:VCARD", "VERSION:4.0"] + (card["vCardProps"]?.array ?? []).compactMap(JCard.line)
        nextGroup = Self.nextGroup(of: card, lines)
        copies = lines.count > 2 ? JSContactWriter.value(of: (lines + ["END:VCARD"]).map(CardText.bytes)) : nil
        keptComponents = Self.keptComponents(in: lines)
        for member in card.members ?? [] { read(member.key, member.value) }
    }

    private mutating func read(_ key: String, _ value: JSONValue) {
        if ["@type", "version"].contains(key) { return }
        if let name = JSContactWords.texts.first(where: { $0.key == key })?.value, let text = value.string {
            return properties.append(Self.property(name, text))
        }
        switch (key, value.members) {
        case ("name", let members?): readName(members)
        case ("members", let members?):
            for member in members { properties.append(CardProperty("MEMBER", .address(member.key))) }
        case ("keywords", let members?): properties.append(CardProperty("CATEGORIES", .list(members.map(\.key))))
        case ("relatedTo", let members?): for member in members { readRelation(member) }
        case ("speakToAs", let members?): readAddressing(members)
        case ("organizations", let members?): for member in members { readOrganization(member) }
        case ("addresses", let members?): for member in members where !isCopy(member, in: key) { readAddress(member) }
        case ("anniversaries", let members?): for member in members { readAnniversary(member) }
        case ("vCardProps", _): for property in value.array ?? [] { readProperty(property) }
        case (_, let members?) where JSContactMapping.members.contains(key):
            for member in members where !isCopy(member, in: key) { readObject(member, in: key) }
        default: keep(value, at: [key])
        }
    }

    private func isCopy(_ member: JSONMember, in key: String) -> Bool {
        JSContactMapping.copied.contains([key]) && copies?[key]?.members?.contains { $0.value == member.value } == true
    }

    private static func property(_ name: String, _ text: String) -> CardProperty {
        switch name {
        case "CREATED", "REV":
            return CardProperty(name, .text(JCardValueType.basic(text, "timestamp")))
        case "UID":
            return text.isAddress ? CardProperty(name, .address(text)) : CardProperty(name, .text(text), [.textValue])
        default: return CardProperty(name, .text(text))
        }
    }

    // MARK: - Objects

    private mutating func readObject(_ member: JSONMember, in key: String) {
        let (object, path) = (member.value, [key, member.key])
        if key == "onlineServices", object["uri"] == nil, let user = object["user"]?.string {
            return readUser(user, object, at: path)
        }
        guard let mapping = JSContactMapping.mapping(of: key, kind: object["kind"]?.string),
            let text = object[mapping.value]?.string
        else { return keep(object, at: path) }
        var known: Set = [mapping.value, "kind"]
        let value: CardProperty.Value = mapping.isAddress ? .address(text) : .text(text)
        var property = CardProperty(mapping.property, value)
        if key == "onlineServices" {
            known.formUnion(["service", "user", "vCardName"])
            if object["vCardName"]?.string != "impp", object["vCardName"] != nil || text.lowercased().hasPrefix("http")
            {
                property.name = "SOCIALPROFILE"
            }
            add("SERVICE-TYPE", object["service"], to: &property)
            add("USERNAME", object["user"], to: &property)
        }
        if key == "personalInfo" {
            known.insert("level")
            add("LEVEL", JSContactWords.vCardLevel(object["level"], of: property.name), to: &property)
        }
        if key == "phones", PhoneText.number(inURI: text) != nil {
            property = CardProperty("TEL", .address(text), [CardParameter("VALUE", "uri")])
        }
        append(property, object, knowing: known, at: path)
    }

    /// Reads an online service without a URI. Its user name becomes the text of the property (RFC 9554 section 4.9).
    private mutating func readUser(_ user: String, _ object: JSONValue, at path: [String]) {
        var property = CardProperty("SOCIALPROFILE", .text(user), [.textValue])
        add("SERVICE-TYPE", object["service"], to: &property)
        append(property, object, knowing: ["user", "service"], at: path)
    }

    private mutating func readOrganization(_ member: JSONMember) {
        let units = member.value["units"]?.array ?? []
        let names = [member.value["name"]?.string ?? ""] + units.map { $0["name"]?.string ?? "" }
        keep(JSContactStructure.lostUnits(of: member.value), at: ["organizations", member.key])
        append(
            CardProperty("ORG", .components(names.map { [$0] })), member.value, knowing: ["name", "units"],
            at: ["organizations", member.key])
    }

    private mutating func readAddress(_ member: JSONMember) {
        let object = member.value
        let path = ["addresses", member.key]
        if let position = JSContactStructure.position(of: object) {
            return append(CardProperty("GEO", .address(position)), object, knowing: ["coordinates"], at: path)
        }
        var parts: [[String]] = JSContactWords.addressKinds.map { _ in [] }
        for component in object["components"]?.array ?? [] {
            guard let kind = component["kind"]?.string, let text = component["value"]?.string, kind != "separator"
            else {
                continue
            }
            let index = JSContactWords.addressKinds.firstIndex(of: kind)
            parts[index ?? (["room", "floor", "building"].contains(kind) ? 1 : 2)].append(text)
        }
        if parts[2].count > 1 { parts[2] = [parts[2].joined(separator: " ")] }
        let lost = JSContactStructure.lost(of: object, parts: parts, kinds: JSContactWords.addressKinds)
        keep(lost, at: path)
        var property = CardProperty("ADR", .components(parts))
        add("LABEL", object["full"], to: &property)
        add("CC", object["countryCode"], to: &property)
        add("GEO", object["coordinates"], to: &property)
        add("TZ", object["timeZone"], to: &property)
        append(property, object, knowing: JSContactStructure.addressMembers, at: path)
    }

    private mutating func readAnniversary(_ member: JSONMember) {
        let (object, path) = (member.value, ["anniversaries", member.key])
        guard let name = JSContactWords.anniversaries.first(where: { $0.key == object["kind"]?.string })?.value,
            let date = object["date"], let text = Self.date(date)
        else { return keep(object, at: path) }
        append(CardProperty(name, .text(text)), object, knowing: ["kind", "date"], at: path)
    }

    /// Returns a date in vCard format, or `nil` if it is invalid or in a calendar other than the Gregorian one.
    private static func date(_ value: JSONValue) -> String? {
        if let calendar = value["calendarScale"]?.string, calendar.lowercased() != "gregorian" { return nil }
        if let text = value["utc"]?.string { return JCardValueType.basic(text, "timestamp") }
        let parts = [value["year"]?.integer, value["month"]?.integer, value["day"]?.integer]
        func digits(_ number: Int, _ count: Int) -> String? {
            let text = String(number)
            return number < 0 || text.count > count ? nil : String(repeating: "0", count: count - text.count) + text
        }
        switch (
            parts[0].flatMap { digits($0, 4) }, parts[1].flatMap { digits($0, 2) }, parts[2].flatMap { digits($0, 2) }
        ) {
        case (let year?, let month?, let day?): return year + month + day
        case (let year?, let month?, nil): return "\(year)-\(month)"
        case (let year?, nil, nil): return year
        case (nil, let month?, let day?): return "--\(month)\(day)"
        case (nil, let month?, nil): return "--\(month)"
        case (nil, nil, let day?): return "---\(day)"
        default: return nil
        }
    }

    // MARK: - Other members

    private mutating func readName(_ members: [JSONMember]) {
        let object = JSONValue.object(members)
        if members.count > 1, copies?["name"] == object { return }
        var parts: [[String]] = JSContactWords.nameKinds.map { _ in [] }
        var phonetic: [(name: String, text: String)] = []
        for component in object["components"]?.array ?? [] {
            guard let kind = component["kind"]?.string, let text = component["value"]?.string else { continue }
            switch kind {
            case "separator": continue
            case "surname2": parts[0].append(text)
            case "generation": parts[4].append(text)
            default: if let index = JSContactWords.nameKinds.firstIndex(of: kind) { parts[index].append(text) }
            }
            if let sound = component["phonetic"]?.string, let name = JSContactWords.phonetics[kind] {
                phonetic.append((name, sound))
            }
        }
        if let full = object["full"]?.string { parts = Self.completed(parts, from: full) }
        let words = [parts[3], parts[1], parts[2], parts[0], parts[4]].joined().joined(separator: " ")
        let hasParts = object["components"] != nil
        let isKept = hasParts && object["components"]?.array == keptComponents
        if let full = object["full"]?.string ?? JSContactStructure.text(of: object) ?? (hasParts ? words : nil) {
            var property = CardProperty("FN", .text(full))
            if isKept || !hasParts, let parameters = object["vCardParams"] { addParameters(parameters, to: &property) }
            properties.append(property)
        }
        if isKept {
            keep(members.filter { !Self.nameMembers.union(["@type", "vCardParams"]).contains($0.key) }, at: ["name"])
        } else if hasParts {
            keep(JSContactStructure.lost(of: object, parts: parts, kinds: JSContactWords.nameKinds), at: ["name"])
            append(CardProperty("N", .components(parts)), object, knowing: Self.nameMembers, at: ["name"])
        } else {
            keep(members.filter { !["full", "@type", "vCardParams"].contains($0.key) }, at: ["name"])
        }
        for (name, text) in phonetic { properties.append(CardProperty(name, .text(text))) }
    }

    /// Returns the parts of `N`, with a missing given or family name taken from the full name.
    private static func completed(_ parts: [[String]], from full: String) -> [[String]] {
        let texts = parts.map { $0.joined(separator: " ") }
        var name = PersonName()
        (name.family, name.given, name.middle, name.prefix, name.suffix) = (
            texts[0], texts[1], texts[2], texts[3], texts[4]
        )
        let whole = FormattedName.completed(name, from: full)
        let added = [whole.family, whole.given, whole.middle, whole.prefix, whole.suffix]
        return zip(parts, added).map { $0.isEmpty && !$1.isEmpty ? [$1] : $0 }
    }

    private static let nameMembers: Set = ["components", "full", "isOrdered", "defaultSeparator"]

    private mutating func readRelation(_ member: JSONMember) {
        let types = (member.value["relation"]?.members ?? []).map { CardParameter("TYPE", $0.key) }
        let property =
            member.key.isAddress
            ? CardProperty("RELATED", .address(member.key), types)
            : CardProperty("RELATED", .text(member.key), types + [.textValue])
        append(property, member.value, knowing: ["relation"], at: ["relatedTo", member.key])
    }

    private mutating func readAddressing(_ members: [JSONMember]) {
        for member in members where member.key != "@type" {
            if member.key == "grammaticalGender", let text = member.value.string {
                properties.append(CardProperty("GRAMGENDER", .text(text)))
            } else if member.key == "pronouns", let all = member.value.members {
                for one in all {
                    let text = one.value["pronouns"]?.string ?? ""
                    append(
                        CardProperty("PRONOUNS", .text(text)), one.value, knowing: ["pronouns"],
                        at: ["speakToAs", "pronouns", one.key])
                }
            } else {
                keep(member.value, at: ["speakToAs", member.key])
            }
        }
    }

    /// Reads a property in the format of jCard, such as `["x-foo", {}, "unknown", "bar"]`.
    private mutating func readProperty(_ value: JSONValue) {
        guard let line = JCard.line(value) else { return keep(value, at: ["vCardProps", "-"]) }
        let parsed = ParsedCard(UnfoldedCard(lines: ["BEGIN:VCARD", "VERSION:4.0", line]))
        if let last = parsed.lines.last, parsed.lines.count > 2 { properties.append(CardProperty(last, in: parsed)) }
    }

    // MARK: - Parameters

    private func add(_ name: String, _ value: JSONValue?, to property: inout CardProperty) {
        if let text = value?.string { property.parameters.append(CardParameter(name, text)) }
    }

    /// Converts common members to parameters, keeps unknown members, and appends the property.
    private mutating func append(
        _ property: CardProperty, _ object: JSONValue, knowing known: Set<String>, at path: [String]
    ) {
        var property = property
        func types(_ value: JSONValue, _ words: KeyValuePairs<String, String>) {
            for member in value.members ?? [] {
                let word = words.first { $0.key == member.key }?.value ?? member.key
                property.parameters.append(CardParameter("TYPE", word))
            }
        }
        var label: String?
        for member in object.members ?? [] where !known.contains(member.key) {
            switch (member.key, member.value) {
            case ("@type", _): break
            case ("contexts", let value): types(value, JSContactWords.contexts)
            case ("features", let value): types(value, JSContactWords.features)
            case ("pref", .integer(let rank)): property.parameters.append(CardParameter("PREF", String(rank)))
            case ("mediaType", .string(let type)): property.parameters.append(CardParameter("MEDIATYPE", type))
            case ("label", .string(let text)): label = text
            case ("vCardParams", let value): addParameters(value, to: &property)
            default: keep(member.value, at: path + [member.key])
            }
        }
        if keepsIDs, path.count > 1, path[0] != "relatedTo" {
            property.parameters.append(CardParameter("PROP-ID", path[path.count - 1]))
        }
        guard let label else { return properties.append(property) }
        if property.group.isEmpty {
            property.group = "item\(nextGroup)"
            nextGroup += 1
        }
        properties += [property, CardProperty("X-ABLabel", .text(label)).inGroup(property.group)]
    }

    private func addParameters(_ value: JSONValue, to property: inout CardProperty) {
        for member in value.members ?? [] where JCard.isToken(member.key) {
            for text in (member.value.array ?? [member.value]).compactMap(\.string) {
                if member.key.lowercased() == "group" {
                    if JCard.isToken(text) { property.group = text }
                    continue
                }
                property.parameters.append(CardParameter(member.key.uppercased(), text))
            }
        }
    }

    private mutating func keep(_ members: [JSONMember], at path: [String]) {
        for member in members { keep(member.value, at: path + [member.key]) }
    }

    /// Keeps a JSON member without an equivalent in vCard as a `JSPROP` property (RFC 9555 section 3.2.1).
    private mutating func keep(_ value: JSONValue, at path: [String]) {
        var writer = JSONWriter()
        writer.value(value)
        let pointer = path.map { $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined(separator: "/")
        let text = String(decoding: writer.drain(), as: UTF8.self)
        properties.append(CardProperty(Self.jsonProperty, .text(text), [CardParameter(Self.pointer, pointer)]))
    }
}
