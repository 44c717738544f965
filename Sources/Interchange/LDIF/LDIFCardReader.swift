import Localization
import Model
import Text

/// A converter from an LDIF record to a card.
struct LDIFCardReader {
    private let record: LDIFRecord
    private let name: DistinguishedName
    private var values: ContactValueReader
    private var warnings: [CardWarning] = []
    private var photo: Photo?
    /// The single-valued fields that have a value. Additional values become custom fields.
    private var taken: Set<String> = []

    /// Returns the card of a record.
    ///
    /// - Throws: A problem if the record is neither a person nor a group.
    static func card(of record: LDIFRecord) throws(LDIFProblem) -> ContactCard {
        let classes = record.attributes.filter { $0.name == "objectclass" }.map { $0.text.lowercased() }
        var reader = LDIFCardReader(record)
        if classes.contains(where: LDIFAttributes.groups.contains) { return reader.groupCard() }
        guard classes.isEmpty || classes.contains(where: LDIFAttributes.persons.contains) else {
            throw LDIFProblem(sentence: "This entry is neither a person nor a group.")
        }
        return reader.personCard()
    }

    private init(_ record: LDIFRecord) {
        self.record = record
        name = DistinguishedName(record.name)
        values = ContactValueReader(line: record.attributes.first?.line)
    }

    // Groups refer to their members by name, so `entryUUID` is not used.
    private var uid: String? { name.uid }

    private mutating func personCard() -> ContactCard {
        for (index, attribute) in record.attributes.enumerated() { read(attribute, slot: "attribute \(index)") }
        var card = values.finished()
        card.warnings += warnings
        card.photo = photo
        card.uid = uid
        return card
    }

    private mutating func read(_ attribute: LDIFRecord.Attribute, slot: String) {
        if LDIFAttributes.operational.contains(attribute.name) { return }
        if attribute.isReference { return ignore(attribute, "it refers to another file") }
        switch attribute.name {
        case _ where attribute.name.contains("password") || attribute.name == "krbprincipalkey":
            ignore(attribute, "passwords are not imported")
        case "jpegphoto", "photo", "thumbnailphoto":
            if let found = try? Photo(bytes: attribute.value) { photo = photo ?? found } else { keep(attribute, slot) }
        case "uid", "userid": if attribute.text != name["uid"] { keep(attribute, slot) }
        case "labeleduri":
            let words = attribute.text.split(separator: " ", maxSplits: 2).map(String.init)
            let isProfile = words.count > 1 && words[1] == LDIFAttributes.profile
            let label = words.dropFirst(isProfile ? 2 : 1).joined(separator: " ")
            let column = ContactColumn.value(isProfile ? "profile" : "url", slot: slot, label: label)
            values.read(words.first ?? "", as: column, under: attribute.name)
        case "preferredlanguage":
            for (index, language) in Self.languages(in: attribute.text).enumerated() {
                values.read(
                    language, as: .value("language", slot: "\(slot) \(index)", label: ""), under: attribute.name)
            }
        case "manager", "secretary":
            let person = DistinguishedName(attribute.text)["cn"] ?? attribute.text
            let label = attribute.name == "manager" ? "manager" : "assistant"
            values.read(person, as: .value("relation", slot: slot, label: label), under: attribute.name)
        default:
            guard let meaning = LDIFAttributes.meanings[attribute.name],
                let column = ContactColumn(meaning, slot: slot)
            else { return keep(attribute, slot) }
            read(attribute, as: column, meaning, slot)
        }
    }

    /// Returns languages such as `fr, en;q=0.7`, in order of preference (RFC 2798 section 2.7).
    private static func languages(in text: String) -> [String] {
        let languages = text.split(separator: ",").map { part in
            let words = part.split(separator: ";").map(\.trimmed)
            let weight = words.first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            return (tag: words.first ?? "", weight: weight ?? 1)
        }
        let sorted = languages.enumerated().sorted {
            ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
        }
        return sorted.map(\.element.tag).filter { !$0.isEmpty && $0 != "*" }
    }

    private mutating func read(
        _ attribute: LDIFRecord.Attribute, as column: ContactColumn, _ meaning: String, _ slot: String
    ) {
        switch column {
        case .field, .datePart:
            guard taken.insert(meaning).inserted else { return keep(attribute, slot) }
            values.read(attribute.text, as: column, under: attribute.name)
        case .part(.formatted, _, _):
            let lines = attribute.text.replacing("$", with: ", ").replacing("\\24", with: "$").replacing(
                "\\5C", with: "\\")
            values.read(lines, as: column, under: attribute.name)
        default: values.read(attribute.text, as: column, under: attribute.name)
        }
    }

    /// Keeps an attribute as a custom field.
    private mutating func keep(_ attribute: LDIFRecord.Attribute, _ slot: String) {
        guard String(validating: attribute.value, as: UTF8.self)?.contains("\0") == false else {
            return ignore(attribute, "it is not text")
        }
        values.read(attribute.text, as: .value("field", slot: slot, label: attribute.name), under: attribute.name)
    }

    private mutating func ignore(_ attribute: LDIFRecord.Attribute, _ reason: Message) {
        warnings.append(CardWarning(line: attribute.line, "Ignored “\(attribute.name)”: \(reason)."))
    }

    private mutating func groupCard() -> ContactCard {
        var group = CardGroup(name: name["cn"] ?? "")
        for attribute in record.attributes {
            switch attribute.name {
            case "cn", "commonname": group.name = attribute.text
            case "description": group.summary = attribute.text
            case "member", "uniquemember":
                if let member = DistinguishedName(attribute.text).member { group.members.append(member) }
            case _ where LDIFAttributes.operational.contains(attribute.name): break
            default: ignore(attribute, "groups do not support it")
            }
        }
        var card = ContactCard()
        card.group = group
        card.uid = uid
        card.warnings = warnings
        return card
    }
}

/// A splitter that finds the records of an LDIF file (RFC 2849). It keeps only one record in memory.
struct LDIFSplitter: CardSplitter {
    private var bytes: [UInt8] = []
    private var position = 0
    /// The position up to which the current line is known to have no line end.
    private var searched = 0
    private var isFinished = false
    private var line = 0
    private var number = 0
    private var lines: [LDIFRecord.Line] = []
    private var size = 0
    private var rejection = RejectedText()

    mutating func feed(_ chunk: [UInt8]) {
        bytes.removeSubrange(..<position)
        searched = max(0, searched - position)
        position = 0
        bytes.append(contentsOf: chunk)
    }

    mutating func finish() { isFinished = true }

    mutating func next(file: String) -> CardItem? {
        while let text = nextLine() {
            line += 1
            guard text.isEmpty else {
                append(text)
                continue
            }
            if let item = endRecord(file) { return item }
        }
        return isFinished ? endRecord(file) : nil
    }

    /// Returns the next line without its line end, or `nil` if more bytes are needed.
    private mutating func nextLine() -> ArraySlice<UInt8>? {
        guard position < bytes.count else { return nil }
        let rest = bytes[position...]
        guard let end = bytes[max(position, searched)...].firstIndex(of: .lineFeed) else {
            searched = bytes.count
            if rest.count > SourceText.maximumBytes {
                position = bytes.count
                return rest
            }
            guard isFinished else { return nil }
            position = bytes.count
            return rest.last == .carriageReturn ? rest.dropLast() : rest
        }
        position = end + 1
        let text = rest[..<end]
        return text.last == .carriageReturn ? text.dropLast() : text
    }

    private mutating func append(_ text: ArraySlice<UInt8>) {
        size += text.count + 1
        if size > SourceText.maximumBytes, rejection.isEmpty {
            let first = lines.first?.number ?? line
            rejection.begin(line: first, number: number + 1, reason: "The record is larger than 64 MB.")
            for line in lines { rejection.append(line.bytes[...] + [.lineFeed]) }
            lines = []
        }
        if rejection.isEmpty {
            lines.append(LDIFRecord.Line(bytes: Array(text), number: line))
        } else {
            rejection.append(text + [.lineFeed])
        }
    }

    private mutating func endRecord(_ file: String) -> CardItem? {
        defer { (lines, size) = ([], 0) }
        if let rejected = rejection.finish(file: file) {
            number += 1
            return .rejected(rejected)
        }
        guard let first = lines.first else { return nil }
        let text = SourceText(Array(lines.map(\.bytes).joined(separator: [.lineFeed])) + [.lineFeed])
        var place = SourceLocation(file: file, line: first.number, number: number + 1)
        do throws(LDIFProblem) {
            let record = try LDIFRecord(lines)
            guard !record.isEmpty else { return nil }
            number += 1
            var card = try LDIFCardReader.card(of: record)
            (card.place, card.text) = (place, text)
            return .card(card)
        } catch {
            number = place.number ?? number
            place.line = error.line ?? place.line
            return .rejected(RejectedItem(at: place, because: error.sentence, text))
        }
    }
}

/// A reason why a record cannot be imported.
struct LDIFProblem: Error {
    var line: Int?
    let sentence: Message
}
