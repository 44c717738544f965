import Localization
import Model
import Text

extension CardConversion {
    mutating func converted(_ line: ContentLine, _ number: Int) throws(UndecodableValue) -> [CardProperty] {
        guard let meaning = PropertyMeaning(line.name) else { return try unknown(line) }
        switch meaning {
        case .name: return try components(line, .name) + sortString(line)
        case .address: return try components(line, .address) + addressLabel(line)
        case .formattedName, .note, .phonetic: return [try text(line)]
        case .plain(let field): return [try plain(line, field)]
        case .nickname: return [try list(line, "NICKNAME")]
        case .categories: return [try list(line, "CATEGORIES")]
        case .organization:
            let units = reader.escapes.texts(try reader.value(line), separator: .semicolon)
            return [kept(line, "ORG", .components(units.map { [$0] }))]
        case .sound: return try sound(line)
        case .gender: return [try gender(line, number)]
        case .birthday, .anniversary, .date: return try date(line, meaning)
        case .email where reader.isList:
            return [kept(line, as: maker.member(EmailAddress.uri(of: EmailAddress.cleaned(try reader.text(line)))))]
        case .email:
            let name = reader.parsed.nameAsWritten(of: line)
            return [kept(line, name, .text(EmailAddress.cleaned(try reader.text(line))))]
        case .phone: return [kept(line, line.name, .text(PhoneText.cleaned(try reader.text(line))))]
        case .url: return [try url(line)]
        case .messenger(let service): return try messenger(line, service)
        case .relation, .agent: return try relation(line, number)
        case .language: return [try language(line)]
        case .position: return [try position(line)]
        case .text(let label): return try customField(line, label)
        case .photo, .once, .profile, .grammaticalGender: return try unknown(line)
        case .uid: return [kept(line, as: maker.uid(asWritten: try reader.text(line)))]
        case .revision: return try revision(line)
        case .kind, .showAs: return try kind(line)
        case .member: return [try member(line)]
        case .android where reader.contents.hasValue(of: number): return []
        case .android:
            let parts = reader.escapes.texts(try reader.value(line), separator: .semicolon)
            return [kept(line, reader.parsed.nameAsWritten(of: line), .components(parts.map { [$0] }))]
        case .label, .planet, .summary, .relationUID: return [try text(line)]
        }
    }

    /// Returns a property with a new name and value that keeps the group and the converted parameters of a line.
    mutating func kept(_ line: ContentLine, _ name: String, _ value: CardProperty.Value) -> CardProperty {
        kept(line, as: CardProperty(name, value))
    }

    /// Returns the property with the group and the converted parameters of a line added.
    mutating func kept(_ line: ContentLine, as made: CardProperty) -> CardProperty {
        var property = made.inGroup(line.group)
        property.parameters = parameters(of: line) + made.parameters
        return property
    }

    private mutating func text(_ line: ContentLine) throws(UndecodableValue) -> CardProperty {
        kept(line, reader.parsed.nameAsWritten(of: line), .text(try reader.text(line)))
    }

    private mutating func plain(
        _ line: ContentLine, _ field: PlainText
    ) throws(UndecodableValue) -> CardProperty {
        let text = try reader.text(line)
        let name = field.name(for: text, in: target)
        if name != field.rawValue, name != line.name {
            let reason: Message? = target == .v40 ? "supports only language tags in \(field.rawValue)" : nil
            rename(field.rawValue, to: name, because: reason)
        }
        let isSame = name == line.name
        return kept(line, isSame ? reader.parsed.nameAsWritten(of: line) : name, .text(text))
    }

    private mutating func gender(_ line: ContentLine, _ number: Int) throws(UndecodableValue) -> CardProperty {
        if target != .v40, line.name == "GENDER" { rename("GENDER", to: "X-GENDER") }
        guard let gender = reader.contents.gender.items.first(where: { $0.line == number })?.value else {
            return kept(line, "X-GENDER", .text(try reader.text(line)))
        }
        return kept(line, as: maker.gender(gender))
    }

    private mutating func list(_ line: ContentLine, _ name: String) throws(UndecodableValue) -> CardProperty {
        let isPlain = name == "NICKNAME" && source == .v21
        let texts = isPlain ? [try reader.text(line)] : reader.escapes.texts(try reader.value(line))
        let isJoined = name == "NICKNAME" && target == .v21
        return kept(line, name, isJoined ? .text(texts.joined(separator: ", ")) : .list(texts))
    }

    /// Converts a structured value. If additional parts, such as those of RFC 9554, contain words that the other parts
    /// lack, all parts are also written as an extension.
    private mutating func components(
        _ line: ContentLine, _ structure: ValueStructure
    ) throws(UndecodableValue) -> [CardProperty] {
        let all = try reader.components(line)
        let count = structure.count
        var parts = Array(all.prefix(count))
        if target == .v40 { parts += Array(repeating: [""], count: count - parts.count) }
        if target == .v21 {
            for index in parts.indices {
                let separator = structure.separator(ofPart: index)
                parts[index] = [parts[index].filter { !$0.isEmpty }.joined(separator: separator)]
            }
        }
        let made = kept(line, structure.property, .components(parts))
        let words = Set(parts.joined().flatMap(Folding.parts))
        if all.dropFirst(count).joined().allSatisfy({ words.isSuperset(of: Folding.parts(of: $0)) }) { return [made] }
        reportLoss(
            structure.property,
            """
            vCard \(target.rawValue) supports only \(count) parts in \(structure.property). All parts were also written as \
            X-\(structure.property), which other programs may ignore.
            """, isSpelling: true)
        return [made, kept(line, "X-\(structure.property)", .components(all)).inGroup("")]
    }

    private mutating func sound(_ line: ContentLine) throws(UndecodableValue) -> [CardProperty] {
        guard line.parameters.contains(where: { $0.value.isWord("X-IRMC-N") }) else { return try unknown(line) }
        let parts = try reader.components(line).map { $0.joined(separator: " ") }
        let names = ["X-PHONETIC-LAST-NAME", "X-PHONETIC-FIRST-NAME", "X-PHONETIC-MIDDLE-NAME"]
        return zip(names, parts).filter { !$0.1.isEmpty }.map { CardProperty($0.0, .text($0.1)) }
    }

    /// Converts the parameter `SORT-AS` of vCard 4.0 to the property `SORT-STRING` of vCard 3.0.
    private mutating func sortString(_ line: ContentLine) -> [CardProperty] {
        guard target == .v30, let sort = line.parameter("SORT-AS") else { return [] }
        return [CardProperty("SORT-STRING", .text(sort))]
    }

    private mutating func date(_ line: ContentLine, _ meaning: PropertyMeaning) throws(UndecodableValue)
        -> [CardProperty]
    {
        let text = try reader.text(line).withoutBlanks
        if meaning == .date { return [try self.text(line)] }
        let name = meaning == .birthday ? "BDAY" : "ANNIVERSARY"
        guard let date = reader.date(of: text, in: line) else {
            if target != .v40 { rename(name, to: "X-" + name, because: "does not support \(name) as text") }
            let isText = target == .v40 && line.parameter("CALSCALE") == nil
            let made = CardProperty(target == .v40 ? name : "X-" + name, .text(text), isText ? [.textValue] : [])
            return [kept(line, as: made)]
        }
        let made = meaning == .birthday ? maker.birthday(date) : maker.anniversary(date)
        if target != .v40, date.year == nil, date.day != nil, date.month != nil, made.name == "BDAY" {
            reportLoss(
                name,
                """
                vCard \(target.rawValue) does not support dates without a year. \(name) was written with the year \
                1604, as Apple does.
                """, isSpelling: true)
        } else if made.name == "X-BDAY" {
            rename(name, to: made.name, because: "supports only full dates in \(name)")
        }
        var property = kept(line, as: made)
        if let time = CardDate.time(of: text) { addTime(time, to: &property, of: name, on: date) }
        return [property]
    }

    /// Adds the time of day to a date. vCard 2.1 does not support times.
    private mutating func addTime(
        _ text: Substring, to property: inout CardProperty, of name: String, on date: PartialDate
    ) {
        guard target != .v21, date.month != nil, date.day != nil, case .text(let day) = property.value,
            let time = CardTime(text)
        else { return reportLoss(name, "The time of day was removed from \(name).") }
        if target == .v40, !time.fraction.isEmpty {
            reportLoss(name, "Fractional seconds were removed from \(name).")
        }
        property.value = .text(day + "T" + (target == .v40 ? time.basic : time.extended))
    }

    /// Converts the time of the last revision. vCard 4.0 supports only a full date with a time.
    private mutating func revision(_ line: ContentLine) throws(UndecodableValue) -> [CardProperty] {
        let text = try reader.text(line).withoutBlanks
        guard target == .v40 else { return [kept(line, "REV", .text(text))] }
        let time = CardDate.time(of: text).flatMap { CardTime($0) }
        guard let time, time.isWhole, let date = CardDate.date(of: text, omittedYear: nil),
            date.year != nil, date.day != nil
        else {
            reportLoss("REV", "vCard 4.0 supports only a date with a time in REV. “\(text.prefix(40))” was removed.")
            return []
        }
        if !time.fraction.isEmpty { reportLoss("REV", "Fractional seconds were removed from REV.") }
        return [kept(line, "REV", .text("\(date.basicFormat)T\(time.basic)"))]
    }

    /// Converts a web address. vCard 4.0 supports only valid URIs.
    private mutating func url(_ line: ContentLine) throws(UndecodableValue) -> CardProperty {
        let text = WebAddressText.cleaned(try reader.text(line))
        guard target == .v40, line.name == "URL", !text.isURI else {
            return kept(line, reader.parsed.nameAsWritten(of: line), .address(text))
        }
        rename("URL", to: "X-URL", because: "supports only URIs in URL")
        return kept(line, "X-URL", .text(text))
    }

    private mutating func kind(_ line: ContentLine) throws(UndecodableValue) -> [CardProperty] {
        let kind = try reader.text(line)
        if kind.isWord("GROUP") { return [maker.kindGroup()] }
        if target == .v40 { return [kept(line, line.name == "X-ABSHOWAS" ? "X-ABShowAs" : "KIND", .text(kind))] }
        if kind.isWord("INDIVIDUAL") { return [] }
        if kind.isWord("ORG") || line.name == "X-ABSHOWAS" { return [maker.kindOrganization()] }
        if line.name == "KIND" { rename("KIND", to: "X-KIND") }
        return [kept(line, "X-KIND", .text(kind))]
    }
}

/// The structure of an `N` or `ADR` value.
private enum ValueStructure {
    case name, address

    var property: String { self == .name ? "N" : "ADR" }

    /// The number of parts that all versions have in common.
    var count: Int { self == .name ? 5 : 7 }

    func separator(ofPart index: Int) -> String { self == .name && index != 4 ? " " : ", " }
}

// MARK: - Values

extension CardConversion {
    mutating func messenger(_ line: ContentLine, _ service: String) throws(UndecodableValue) -> [CardProperty] {
        let text = try reader.text(line)
        guard service.isEmpty else { return [kept(line, reader.parsed.nameAsWritten(of: line), .text(text))] }
        let (label, value) = Messenger.parts(of: text, service: line.parameter("X-SERVICE-TYPE"))
        guard target == .v21 else {
            let isValid = target != .v40 || text.isURI
            let repaired = maker.messenger(Labeled(label, value)).property.value
            return [kept(line, "IMPP", isValid ? .address(text) : repaired)]
        }
        if let name = PropertyMaker.messengerNames[label] { return [kept(line, name, .text(value))] }
        rename("IMPP", to: "X-IMPP")
        return [kept(line, "X-IMPP", .address(text))]
    }

    /// Converts a member of a group. vCard 4.0 supports only valid URIs.
    mutating func member(_ line: ContentLine) throws(UndecodableValue) -> CardProperty {
        let made = maker.member(try reader.text(line).withoutUUIDScheme)
        if target == .v40, made.name != "MEMBER" {
            rename("MEMBER", to: made.name, because: "supports only URIs in MEMBER")
        }
        return kept(line, as: made)
    }

    mutating func relation(_ line: ContentLine, _ number: Int) throws(UndecodableValue) -> [CardProperty] {
        if line.name.hasPrefix("X-"), !["X-ABRELATEDNAMES", "X-RELATED"].contains(line.name) {
            return [kept(line, reader.parsed.nameAsWritten(of: line), .text(try reader.text(line)))]
        }
        let agent = try agentCard(line, number)
        guard let item = reader.contents.relations.items.first(where: { $0.line == number }) else { return agent }
        let types = line.parameters.filter { $0.name == "TYPE" && !$0.value.isWord("PREF") }
        if types.count > 1 {
            reportLoss("RELATED", "Only the type “\(item.value.label)” of RELATED was kept.")
        }
        let made = maker.relation(item.value)
        var property = made.property
        property.group = line.group
        property.parameters += parameters(of: line).filter { $0.name != "TYPE" }
        let hasLabel = !line.group.isEmpty && reader.labels[line.group.uppercased()] != nil
        guard let label = made.label, !hasLabel else { return [property] + agent }
        if property.group.isEmpty { property.group = makeGroup() }
        return [property, CardProperty("X-ABLabel", .text(label)).inGroup(property.group)] + agent
    }

    /// Returns the card in AGENT as text in an extension property. Only its name becomes a relation.
    private mutating func agentCard(_ line: ContentLine, _ number: Int) throws(UndecodableValue) -> [CardProperty] {
        guard line.name == "AGENT", let text = try reader.agentCard(line, number) else { return [] }
        rename("AGENT", to: "X-AGENT", because: target == .v40 ? nil : "uses another format for cards in AGENT")
        return [CardProperty("X-AGENT", .text(text))]
    }

    /// Converts a custom field. Properties that older vCard versions lack, such as `HOBBY`, become extensions there.
    mutating func customField(_ line: ContentLine, _ label: String) throws(UndecodableValue) -> [CardProperty] {
        let text = try reader.text(line)
        if label.isEmpty { return [kept(line, "X-ALMANAC-FIELD", .text(text))] }
        let made = maker.customField(Labeled(label, text)).property
        if target != .v40, made.name == "X-" + line.name { rename(line.name, to: made.name) }
        return [kept(line, as: made)]
    }

    /// Converts a language that the person speaks. For older vCard versions, and for values that are not language tags,
    /// the property becomes an extension.
    mutating func language(_ line: ContentLine) throws(UndecodableValue) -> CardProperty {
        let made = maker.language(Labeled("", try reader.text(line))).property
        if line.name == "LANG", made.name != "LANG" {
            rename("LANG", to: made.name, because: target == .v40 ? "supports only language tags in LANG" : nil)
        }
        return kept(line, as: made)
    }

    /// Converts a position. In vCard 4.0, a value that is not a position becomes an extension property. In other
    /// versions, such a value remains unchanged.
    mutating func position(_ line: ContentLine) throws(UndecodableValue) -> CardProperty {
        let text = try reader.text(line)
        let place = GeoPosition.value(text, in: target)
        if !place.isWhole {
            reportLoss(
                "GEO", "vCard \(target.rawValue) supports only two coordinates in GEO. The others were removed.")
        }
        if target == .v40, place.text.isURI { return kept(line, "GEO", .address(place.text)) }
        let made = maker.position(Labeled("", place.text)).property
        if line.name == "GEO", made.name != "GEO" {
            rename("GEO", to: made.name, because: "supports only URIs in GEO")
        }
        return kept(line, as: made)
    }

    /// The properties that only vCard 4.0 has (RFC 8605 and RFC 9554). For older versions, they become extensions.
    private static let newNames: Set = ["CONTACT-URI", "CREATED", "GRAMGENDER", "SOCIALPROFILE"]

    /// Returns an `ADR` property with the label as a parameter, for a `LABEL` property without a postal address.
    private mutating func addressOfLabel(_ line: ContentLine) throws(UndecodableValue) -> CardProperty {
        let text = try reader.text(line)
        var property = kept(line, as: maker.address(Labeled("", PostalAddress(label: text))).property)
        property.parameters.append(CardParameter("LABEL", text))
        return property
    }

    /// Converts a property that has no specific conversion, such as one that Almanac does not interpret.
    mutating func unknown(_ line: ContentLine) throws(UndecodableValue) -> [CardProperty] {
        let name = reader.parsed.nameAsWritten(of: line)
        var text = String(decoding: try reader.value(line), as: UTF8.self)
        if let property = binary(line, name) {
            if target == .v40, case .address(let address) = property.value, !address.isURI {
                return [try extended(line)]
            }
            return [property]
        }
        if target == .v40, Self.addressNames.contains(line.name), !text.isURI { return [try extended(line)] }
        switch line.name {
        case PersonReader.listName where reader.isList: return [maker.kindGroup()]
        case "XML" where target != .v40, "CLIENTPIDMAP" where target != .v40, "JSPROP" where target != .v40:
            reportLoss(line.name, "vCard \(target.rawValue) does not support \(line.name). The property was removed.")
            return []
        case "SORT-STRING" where target == .v40 && !reader.contents.names.isEmpty: return []
        case "LABEL" where target == .v40:
            if addressLabels.isLabelOfAddress(line) { return [] }
            return [try addressOfLabel(line)]
        case "NAME" where target == .v40, "MAILER" where target == .v40, "CLASS" where target == .v40:
            rename(line.name, to: "X-" + line.name)
            return [kept(line, "X-" + line.name, .raw(text))]
        case let name where target != .v40 && Self.newNames.contains(name):
            rename(name, to: "X-" + name)
            return [kept(line, "X-" + name, .text(try reader.text(line)))]
        case "X-CONTACT-URI" where target == .v40, "X-SOCIALPROFILE" where target == .v40:
            return [try profile(line)]
        case let name where target == .v40 && name.hasPrefix("X-") && Self.newNames.contains(line.bareName):
            return [kept(line, line.bareName, .raw(text))]
        default: break
        }
        if target == .v21, source != .v21 { text = Self.withLineFeeds(text) }
        var property = kept(line, name, .raw(text))
        property.parameters += line.parameters.filter { $0.name == "VALUE" }
        return [property]
    }

    /// Returns a value with line feeds instead of their escapes. Escaped backslashes remain.
    private static func withLineFeeds(_ value: String) -> String {
        value.split(separator: #"\\"#, omittingEmptySubsequences: false)
            .map { $0.replacing(#"\n"#, with: "\n").replacing(#"\N"#, with: "\n") }
            .joined(separator: #"\\"#)
    }

    /// The binary and uninterpreted properties whose values are URIs in vCard 4.0.
    private static let addressNames: Set = [
        "PHOTO", "LOGO", "SOUND", "KEY", "SOURCE", "FBURL", "CALURI", "CALADRURI",
    ]

    /// Converts a social profile or a contact form to vCard 4.0. Only social profiles can contain text instead of a
    /// URI.
    private mutating func profile(_ line: ContentLine) throws(UndecodableValue) -> CardProperty {
        let text = try reader.text(line)
        if text.isURI { return kept(line, line.bareName, .address(text)) }
        guard line.bareName == "SOCIALPROFILE" else { return kept(line, line.name, .text(text)) }
        return kept(line, as: CardProperty(line.bareName, .text(text), [.textValue]))
    }

    /// Returns a property with an invalid URI as an extension.
    private mutating func extended(_ line: ContentLine) throws(UndecodableValue) -> CardProperty {
        rename(line.name, to: "X-" + line.name, because: "supports only URIs in \(line.name)")
        return kept(line, "X-" + line.name, .text(try reader.text(line)))
    }

    /// Converts base64, data URIs, and media URIs. Returns `nil` for other values.
    private mutating func binary(_ line: ContentLine, _ name: String) -> CardProperty? {
        let raw = reader.parsed.bytes(of: line)
        let isMedia = ["PHOTO", "LOGO", "SOUND", "KEY"].contains(line.name)
        if line.isBase64 || isMedia, let payload = DataURI.base64(of: raw) ?? (line.isBase64 ? raw : nil),
            let bytes = Base64.decoded(payload)
        {
            var property = kept(line, name, .bytes(bytes, mediaType: line.mediaType(of: bytes, in: raw)))
            property.parameters.removeAll { $0.name == "TYPE" && !$0.value.isWord("HOME") && !$0.value.isWord("WORK") }
            return property
        }
        let isAddress = ["URI", "URL"].contains(line.parameter("VALUE")?.uppercased()) || source == .v40
        guard isMedia, isAddress, let text = try? reader.text(line) else { return nil }
        return kept(line, as: CardProperty(name, .address(text), maker.uriParameters))
    }
}

extension ContentLine {
    /// Returns the media type of binary content, detected from the bytes, the data URI, or `TYPE`.
    ///
    /// - Parameter raw: The undecoded value.
    func mediaType(of bytes: [UInt8], in raw: ArraySlice<UInt8>) -> String {
        if let type = ImageType(bytes) { return type.mediaType }
        if let type = DataURI.mediaType(of: raw) { return type }
        guard let type = parameters.last(where: { $0.name == "TYPE" })?.value.lowercased() else {
            return "application/octet-stream"
        }
        if type.contains("/") { return type }
        let families = ["LOGO": "image", "PHOTO": "image", "SOUND": "audio"]
        return "\(families[name] ?? "application")/\(type)"
    }
}
