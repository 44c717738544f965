import Localization

/// A typed accessor for the value of a field in its model.
public enum FieldValue<Model: Sendable>: Sendable {
    public typealias Path<Value> = WritableKeyPath<Model, Value> & Sendable

    case text(Path<String>)
    case optionalText(Path<String?>)
    /// Text that two functions read and write, such as a case of an enumeration. `write` returns whether the text is
    /// valid.
    case accessor(read: @Sendable (Model) -> String, write: @Sendable (inout Model, String) -> Bool)
    case date(Path<PartialDate?>)
    /// A complete date.
    case day(Path<CivilDate?>, DayRange)
    /// A period such as `30d`.
    case period(Path<TimeSpan?>)
    case gender(Path<Gender?>)
    case figure(Figure<Model>)
    case integer(Path<Int?>, ClosedRange<Int>)
    case flag(Path<Bool?>)
    case estimates(Path<Estimates>)
    case uncertainties(Path<Uncertainties>)
    case texts(Path<[String]>)
    case labeled(Path<[Labeled<String>]>)
    case phones(Path<[Labeled<String>]>)
    case addresses(Path<[Labeled<PostalAddress>]>)
    /// Links to persons.
    case persons(Path<[Person.ID]>)
    case reference(read: @Sendable (Model) -> RecordID?, write: @Sendable (inout Model, RecordID?) -> Void)

    /// Whether the field contains free text. Leading and trailing spaces of a single entered text are kept by default.
    var isFreeText: Bool {
        switch self {
        case .text, .optionalText, .texts, .labeled, .phones, .addresses: true
        case .accessor, .date, .day, .period, .gender, .figure, .integer, .flag, .estimates, .uncertainties, .persons,
            .reference:
            false
        }
    }

    /// Returns the values as labeled strings, or an empty array if there are none.
    public func read(_ model: Model) -> [Labeled<String>] {
        switch self {
        case .text(let path): Self.single(model[keyPath: path])
        case .optionalText(let path): Self.single(model[keyPath: path])
        case .accessor(let read, _): Self.single(read(model))
        case .date(let path): Self.single(model[keyPath: path]?.description)
        case .day(let path, _): Self.single(model[keyPath: path]?.description)
        case .period(let path): Self.single(model[keyPath: path]?.description)
        case .gender(let path): Self.single(model[keyPath: path]?.description)
        case .figure(let figure): Self.single(model[keyPath: figure.path].map(Self.plain))
        case .integer(let path, _): Self.single(model[keyPath: path].map { String($0) })
        case .flag(let path): Self.single(model[keyPath: path].map { $0 ? "yes" : "no" })
        case .estimates(let path): Self.single(model[keyPath: path].catalog)
        case .uncertainties(let path): model[keyPath: path].labeled
        case .texts(let path): model[keyPath: path].map { Labeled("", $0) }
        case .labeled(let path), .phones(let path): model[keyPath: path]
        case .addresses(let path): model[keyPath: path].map { Labeled($0.label, $0.value.description) }
        case .persons(let path): model[keyPath: path].map { Labeled("", $0.recordID.description) }
        case .reference(let read, _): Self.single(read(model)?.description)
        }
    }

    private static func single(_ text: String?) -> [Labeled<String>] {
        guard let text, !text.isEmpty else { return [] }
        return [Labeled("", text)]
    }

    private static func plain(_ number: Double) -> String { Int64(exactly: number).map(String.init) ?? String(number) }

    /// Replaces the values, unless any of them is invalid.
    /// - Returns: The first invalid value, or `nil` if all values are valid.
    func write(_ values: [Labeled<String>], to model: inout Model) -> String? {
        let text = values.first?.value
        switch self {
        case .text(let path): model[keyPath: path] = text ?? ""
        case .optionalText(let path): model[keyPath: path] = text
        case .accessor(_, let write): return write(&model, text ?? "") ? nil : text ?? ""
        case .date(let path): return Self.set(path, in: &model, to: text) { PartialDate($0) }
        case .day(let path, _): return Self.set(path, in: &model, to: text) { CivilDate($0) }
        case .period(let path):
            return Self.set(path, in: &model, to: text) { TimeSpan($0).flatMap { $0.isEmpty ? nil : $0 } }
        case .gender(let path): return Self.set(path, in: &model, to: text) { Gender($0) }
        case .figure(let figure):
            return Self.set(figure.path, in: &model, to: text) { text in
                Double(written: text) ?? Unit.number(text, stored: figure.stored)?.rounded(toDigits: 12)
            }
        case .integer(let path, _): return Self.set(path, in: &model, to: text) { Int($0) }
        case .flag(let path):
            let words = ["yes": true, "true": true, "no": false, "false": false]
            return Self.set(path, in: &model, to: text) { words[$0.lowercased()] }
        case .estimates(let path):
            guard let marks = Estimates(catalog: text ?? "") else { return text }
            model[keyPath: path] = marks
        case .uncertainties(let path):
            for value in values where Uncertainties([value]) == nil { return "\(value.label): \(value.value)" }
            guard let uncertainties = Uncertainties(values) else { return text }
            model[keyPath: path] = uncertainties
        case .texts(let path): model[keyPath: path] = values.map(\.value)
        case .labeled(let path), .phones(let path): model[keyPath: path] = values
        case .addresses(let path):
            var addresses: [Labeled<PostalAddress>] = []
            for value in values {
                guard let address = PostalAddress(value.value) else { return value.value }
                addresses.append(Labeled(value.label, address))
            }
            model[keyPath: path] = addresses
        case .persons(let path):
            var persons: [Person.ID] = []
            for value in values {
                guard let person = RecordID(value.value).flatMap({ Person.ID($0) }) else { return value.value }
                persons.append(person)
            }
            model[keyPath: path] = persons.unique
        case .reference(_, let write):
            let id = text.flatMap { RecordID($0) }
            guard id != nil || text == nil else { return text }
            write(&model, id)
        }
        return nil
    }

    private static func set<Value>(
        _ path: Path<Value?>, in model: inout Model, to text: String?, _ parse: (String) -> Value?
    ) -> String? {
        let value = text.flatMap(parse)
        guard value != nil || text == nil else { return text }
        model[keyPath: path] = value
        return nil
    }

    /// Copies the values of another model without validating them.
    func copy(from source: Model, to model: inout Model) {
        switch self {
        case .text(let path): model[keyPath: path] = source[keyPath: path]
        case .optionalText(let path): model[keyPath: path] = source[keyPath: path]
        case .accessor(let read, let write): _ = write(&model, read(source))
        case .date(let path): model[keyPath: path] = source[keyPath: path]
        case .day(let path, _): model[keyPath: path] = source[keyPath: path]
        case .period(let path): model[keyPath: path] = source[keyPath: path]
        case .gender(let path): model[keyPath: path] = source[keyPath: path]
        case .figure(let figure): model[keyPath: figure.path] = source[keyPath: figure.path]
        case .integer(let path, _): model[keyPath: path] = source[keyPath: path]
        case .flag(let path): model[keyPath: path] = source[keyPath: path]
        case .estimates(let path): model[keyPath: path] = source[keyPath: path]
        case .uncertainties(let path): model[keyPath: path] = source[keyPath: path]
        case .texts(let path): model[keyPath: path] = source[keyPath: path]
        case .labeled(let path), .phones(let path): model[keyPath: path] = source[keyPath: path]
        case .addresses(let path): model[keyPath: path] = source[keyPath: path]
        case .persons(let path): model[keyPath: path] = source[keyPath: path]
        case .reference(let read, let write): write(&model, read(source))
        }
    }

    /// Returns whether the value is within its range. Missing values and values without a range are always possible.
    func isPossible(_ model: Model) -> Bool {
        switch self {
        case .figure(let figure): model[keyPath: figure.path].map(figure.range.contains) ?? true
        case .integer(let path, let range): model[keyPath: path].map(range.contains) ?? true
        case .text, .optionalText, .accessor, .date, .day, .period, .gender, .flag, .estimates, .uncertainties, .texts,
            .labeled, .phones,
            .addresses, .persons, .reference:
            true
        }
    }
}
