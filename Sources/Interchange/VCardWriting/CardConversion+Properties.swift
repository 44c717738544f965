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
        case .photo, .once, .profile: return try unknown(line)
        case .uid: return [kept(line, as: maker.uid(asWritten: try reader.text(line)))]
        case .revision: return try revision(line)
        case .kind, .showAs: return try kind(line)
        case .member: return [try member(line)]
        case .android where reader.contents.hasValue(of: number): return []
        case .android:
            let parts = reader.escapes.texts(try reader.value(line), separator: .semicolon)
            return [kept(line, reader.parsed.nameAsWritten(of: line), .components(parts.map { [$0] }))]
        case .label, .planet, .summary: return [try text(line)]
        }
    }

    /// Returns a property with a new name and value, and the group and converted parameters of a line.
    mutating func kept(_ line: ContentLine, _ name: String, _ value: CardProperty.Value) -> CardProperty {
        kept(line, as: CardProperty(name, value))
    }

    /// Returns a property with the group and converted parameters of a line added.
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

    /// Converts a structured value. Additional parts, such as those of RFC 9554, need an extension, unless they repeat words
    /// of other parts.
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
            """)
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
            var property = kept(line, target == .v40 ? name : "X-" + name, .text(text))
            if target == .v40, line.parameter("CALSCALE") == nil {
                property.parameters.append(CardParameter("VALUE", "text"))
            }
            return [property]
        }
        let made = meaning == .birthday ? maker.birthday(date) : maker.anniversary(date)
        if target != .v40, date.year == nil, date.day != nil, date.month != nil, made.name == "BDAY" {
            reportLoss(
                name,
                """
                vCard \(target.rawValue) does not support dates without a year. \(name) was written with the year \
                1604, as Apple does.
                """)
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
            reportLoss(name, "The fraction of a second was removed from \(name).")
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
        if !time.fraction.isEmpty { reportLoss("REV", "The fraction of a second was removed from REV.") }
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

/// The structure of the values of `N` and `ADR`.
private enum ValueStructure {
    case name, address

    var property: String { self == .name ? "N" : "ADR" }

    /// The number of parts in all versions.
    var count: Int { self == .name ? 5 : 7 }

    func separator(ofPart index: Int) -> String { self == .name && index != 4 ? " " : ", " }
}
