import Display
import Localization
import Model

extension EditableField where Model: Presentable {
    /// Returns the field as shown on a record’s page.
    func shown(of record: Record<Model>, on today: CivilDate) -> Field {
        let shown: Value =
            switch value {
            case .text(let path):
                shape == .prose && !record.content[keyPath: path].isEmpty
                    ? .prose(record.content[keyPath: path]) : .text(orNone: record.content[keyPath: path])
            case .optionalText(let path): .text(orNone: record.content[keyPath: path] ?? "")
            case .accessor(let read, _): .text(read(record.content))
            case .date(let path): .date(record.content[keyPath: path], on: today)
            case .day(let path): .day(orNone: record.content[keyPath: path])
            case .period(let path):
                record.content[keyPath: path].map { .period($0.description, words: $0.words) } ?? .none
            case .gender(let path): .text(orNone: record.content[keyPath: path]?.description ?? "")
            case .figure(let figure): record.content.quantity(of: figure).map(Value.quantity) ?? .none
            case .integer(let path, _): .integer(orNone: record.content[keyPath: path])
            case .flag(let path): record.content[keyPath: path].map(Value.flag) ?? .none
            case .estimates(let path): .list(record.content[keyPath: path].names.map(Value.text))
            case .uncertainties(let path): .list(record.content[keyPath: path].all.map(Value.uncertainty))
            case .texts(let path): .list(record.content[keyPath: path].map(Value.text))
            case .labeled(let path): .text(record.content[keyPath: path])
            case .phones(let path):
                .list(
                    record.content[keyPath: path].map {
                        .labeled($0.label, .phone($0.value, words: PhoneNumber.formatted($0.value)))
                    })
            case .addresses(let path):
                .list(record.content[keyPath: path].map { .labeled($0.label, .parts($0.value.fields)) })
            case .reference: .reference(orNone: Model.referred(by: record))
            }
        return Field(
            jsonKey, pageTitle(of: record.content), shown, for: place.audience == .programs ? .programs : .everybody)
    }
}

extension Recordable {
    /// Returns the fields that differ, with the values of both records.
    func differences(from other: Self) -> [Comparison.Difference] {
        Self.fields.compactMap { field in
            let values = [field.value(of: self), field.value(of: other)]
            return values[0] == values[1] ? nil : .init(key: field.key, title: field.title(of: self), values: values)
        }
    }
}

extension Value {
    /// Creates the value of an uncertainty for machine-readable output.
    fileprivate static func uncertainty(_ uncertainty: Labeled<Uncertainty>) -> Value {
        .labeled(
            uncertainty.label,
            .parts([
                Field("upper", "Upper", .number(uncertainty.value.upper)),
                Field("lower", "Lower", .number(uncertainty.value.lower)),
            ]))
    }
}

extension PostalAddress {
    fileprivate var fields: [Field] {
        [
            Field("street", "Street", .text(orNone: street)),
            Field("locality", "Locality", .text(orNone: locality)),
            Field("region", "Region", .text(orNone: region)),
            Field("postalCode", "Postal code", .text(orNone: postalCode)),
            Field("country", "Country", .text(orNone: country)),
        ]
    }
}

extension EditableField {
    /// Returns the value of the field for display. The value of a secret is omitted.
    func value(of model: Model) -> Value {
        switch shape {
        case .labeled: .text(read(model))
        case .several: .list(read(model).map { .text($0.value) })
        case .single, .reference, .prose: read(model).first.map { .text($0.value) } ?? .none
        case .secret: .none
        }
    }
}
