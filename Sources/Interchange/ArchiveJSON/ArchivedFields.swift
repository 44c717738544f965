import Model
import Text

/// A converter between the editable fields of a record and JSON members.
enum ArchivedFields {
    static func members<Content: Recordable>(of record: Record<Content>) -> [JSONMember] {
        [
            JSONMember("id", .string(record.id.address.description)), JSONMember("uuid", .string(record.uuid)),
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
        guard let id = try members.address(members.idKey).flatMap({ TypedRecordID<Content>($0) }) else {
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
        case .texts: return .array(values.map { .string($0.value) })
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
            guard let texts = value.texts else { throw Problem("“\(jsonKey)” is not a list of strings.") }
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
        guard let list = value.array else { throw Problem("“\(jsonKey)” is not a list.") }
        var values: [Labeled<String>] = []
        for element in list {
            var members = try ArchiveMembers(element)
            values.append(Labeled(try members.text("label"), try members.text("value")))
            try members.end()
        }
        return values
    }
}
