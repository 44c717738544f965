import Localization

/// Fields bound to a model by key path.
extension EditableField {
    public typealias Path<Value> = WritableKeyPath<Model, Value> & Sendable

    public static func text(_ key: String, _ title: Title, _ path: Path<String>, isRequired: Bool = false)
        -> EditableField
    {
        line(key, title, shape: .single, isRequired: isRequired, path)
    }

    public static func prose(_ key: String, _ title: Title, _ path: Path<String>) -> EditableField {
        line(key, title, shape: .prose, isRequired: false, path)
    }

    public static func secret(_ key: String, _ title: Title, _ path: Path<String>) -> EditableField {
        line(key, title, shape: .secret, isRequired: false, path)
    }

    private static func line(
        _ key: String, _ title: Title, shape: Shape, isRequired: Bool, _ path: Path<String>
    ) -> EditableField {
        EditableField(
            key: key, title: title, shape: shape, expects: "text", isRequired: isRequired,
            read: { $0[keyPath: path].isEmpty ? [] : [Labeled("", $0[keyPath: path])] },
            write: { (model, values) throws(FieldProblem) in model[keyPath: path] = values.first?.value ?? "" })
    }

    /// A single value with a text form, such as a date or a number.
    public static func value<Value>(
        _ key: String, _ title: Title, expects: Message, choices: [String] = [], shape: Shape = .single,
        _ path: Path<Value?>, isPossible: @escaping @Sendable (Value) -> Bool = { _ in true },
        read parse: @escaping @Sendable (String) -> Value?, write describe: @escaping @Sendable (Value) -> String
    ) -> EditableField {
        EditableField(
            key: key, title: title, shape: shape, expects: expects, choices: choices,
            isPossible: { $0[keyPath: path].map(isPossible) ?? true },
            read: { model in model[keyPath: path].map { [Labeled("", describe($0))] } ?? [] },
            write: { (model, values) throws(FieldProblem) in
                guard let text = values.first?.value else {
                    model[keyPath: path] = nil
                    return
                }
                guard let value = parse(text) else {
                    throw .unreadable(field: title, value: text, expected: expects)
                }
                model[keyPath: path] = value
            })
    }

    public static func date(_ key: String, _ title: Title, _ path: Path<PartialDate?>) -> EditableField {
        value(
            key, title, expects: "a date such as 1977-05-25, 1977-05, 1977 or --05-25", path,
            read: { PartialDate($0) }, write: \.description)
    }

    /// Yes, no, or not known; also as programs are told of it, true or false.
    public static func flag(_ key: String, _ title: Title, _ path: Path<Bool?>) -> EditableField {
        value(
            key, title, expects: "yes or no", choices: ["yes", "no"], path,
            read: { ["yes": true, "true": true, "no": false, "false": false][$0.lowercased()] },
            write: { $0 ? "yes" : "no" })
    }

    public static func number(
        _ key: String, _ title: Title, expects: Message, _ path: Path<Double?>,
        isPossible: @escaping @Sendable (Double) -> Bool
    ) -> EditableField {
        value(
            key, title, expects: expects, path, isPossible: isPossible,
            read: { Double($0).flatMap { $0.isFinite ? $0 : nil } }, write: plain)
    }

    public static func count(_ key: String, _ title: Title, _ path: Path<Int?>) -> EditableField {
        value(
            key, title, expects: "a whole number, 0 or more", path, isPossible: { $0 >= 0 }, read: { Int($0) },
            write: { String($0) })
    }

    /// One of the words of an enumeration; it always has a value, so clearing it is refused.
    public static func choice<Value: RawRepresentable & CaseIterable & Sendable>(
        _ key: String, alias: String? = nil, _ title: Title, _ path: Path<Value>
    ) -> EditableField where Value.RawValue == String {
        let choices = Value.allCases.map(\.rawValue)
        let expects: Message = "one of: \(choices.joined(separator: ", "))"
        return EditableField(
            key: key, alias: alias, title: title, shape: .single, expects: expects, choices: choices,
            read: { [Labeled("", $0[keyPath: path].rawValue)] },
            write: { (model, values) throws(FieldProblem) in
                let text = values.first?.value ?? ""
                guard let value = Value(rawValue: text.lowercased()) else {
                    throw .unreadable(field: title, value: text, expected: expects)
                }
                model[keyPath: path] = value
            })
    }

    /// Labelled texts as they are.
    public static func labeled(
        _ key: String, alias: String? = nil, _ title: Title, _ path: Path<[Labeled<String>]>
    ) -> EditableField {
        labeled(key, alias: alias, title, expects: "text", path, read: { $0 }, write: { $0 })
    }

    /// Labelled values with a text form.
    public static func labeled<Value>(
        _ key: String, alias: String? = nil, _ title: Title, expects: Message, _ path: Path<[Labeled<Value>]>,
        read parse: @escaping @Sendable (String) -> Value?, write describe: @escaping @Sendable (Value) -> String
    ) -> EditableField {
        EditableField(
            key: key, alias: alias, title: title, shape: .labeled, expects: expects,
            read: { $0[keyPath: path].map { Labeled($0.label, describe($0.value)) } },
            write: { (model, values) throws(FieldProblem) in
                var read: [Labeled<Value>] = []
                for text in values {
                    guard let value = parse(text.value) else {
                        throw .unreadable(field: title, value: text.value, expected: expects)
                    }
                    read.append(Labeled(text.label, value))
                }
                model[keyPath: path] = read
            })
    }

    public static func several(_ key: String, _ title: Title, _ path: Path<[String]>) -> EditableField {
        EditableField(
            key: key, title: title, shape: .several, expects: "text",
            read: { $0[keyPath: path].map { Labeled("", $0) } },
            write: { (model, values) throws(FieldProblem) in model[keyPath: path] = values.map(\.value) })
    }
}

/// A number as people type it: without `.0`.
@Sendable private func plain(_ number: Double) -> String {
    Int64(exactly: number).map(String.init) ?? String(number)
}
