import Model
import Text

/// What the store knows of a record and the fields that can be typed of it, as members of an object: unknown is null.
enum ArchivedFields {
    /// Keys that came to be after the form: a file that is older has none of them.
    fileprivate static let later: Set = ["citations", "where", "planets"]

    static func members<Content: Recordable>(of record: Archived<Content>) -> [JSONMember] {
        [
            JSONMember("address", .string(record.id.address.description)), JSONMember("uuid", .string(record.uuid)),
            JSONMember("created", .string(record.created.rawValue)),
            JSONMember("modified", .string(record.modified.rawValue)),
            JSONMember("version", .integer(record.version)),
        ] + fields().map { JSONMember($0.jsonKey, $0.json(of: record.content)) }
    }

    /// Postal addresses have parts, and are written by themselves.
    private static func fields<Content: Recordable>() -> [EditableField<Content>] {
        Content.fields.filter { $0.key != "address" }
    }

    static func record<Content: Recordable>(
        from members: inout ArchiveMembers
    ) throws(ArchiveCodec.Problem) -> Archived<Content> {
        guard let id = try members.address("address").flatMap({ TypedRecordID<Content>($0) }) else {
            throw .init("“address” should be that of a \(Content.kind.noun).")
        }
        var content = Content()
        for field in fields() as [EditableField<Content>] { try field.read(from: &members, into: &content) }
        return Archived(
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

    /// As in every other JSON of Almanac: the plural for what there may be several of.
    fileprivate var jsonKey: String {
        guard case .labeled = shape else { return key }
        return switch key {
        case "im": "messengers"
        case "field": "customFields"
        default: key + "s"
        }
    }

    private static var numbers: Set<String> {
        Set(PlanetFigure.all.map(\.key) + ["moons", "discoveryYear", "systemStars"])
    }

    fileprivate func json(of model: Model) -> JSONValue {
        let values = read(model)
        switch shape {
        case .labeled:
            return .array(
                values.map {
                    .object([JSONMember("label", .string($0.label)), JSONMember("value", .string($0.value))])
                })
        case .several: return .array(values.map { .string($0.value) })
        case .single, .prose, .reference, .secret:
            guard let text = values.first?.value else { return .null }
            if Self.numbers.contains(key) { return .number(in: text) }
            return choices == ["yes", "no"] ? .bool(text == "yes") : .string(text)
        }
    }

    fileprivate func read(from members: inout ArchiveMembers, into model: inout Model) throws(ArchiveCodec.Problem) {
        if ArchivedFields.later.contains(jsonKey), !members.has(jsonKey) { return }
        let value = try members.remove(jsonKey)
        let values: [Labeled<String>]
        switch shape {
        case .labeled: values = try labeled(value)
        case .several:
            guard let texts = value.texts else { throw Problem("“\(jsonKey)” should be a list of texts.") }
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
        case .array, .object: throw Problem("“\(jsonKey)” should be a single value.")
        }
    }

    private func labeled(_ value: JSONValue) throws(ArchiveCodec.Problem) -> [Labeled<String>] {
        guard let list = value.array else { throw Problem("“\(jsonKey)” should be a list.") }
        var values: [Labeled<String>] = []
        for element in list {
            var members = try ArchiveMembers(element)
            values.append(Labeled(try members.text("label"), try members.text("value")))
            try members.end()
        }
        return values
    }
}
