import Display
import Localization
import Model

extension EditableField where Model: Presentable {
    /// The field on the page of a record.
    func shown(of record: Record<Model>, on today: CivilDate) -> Field {
        let shown: Value =
            switch value {
            case .text(let path):
                shape == .prose && !record.content[keyPath: path].isEmpty
                    ? .prose(record.content[keyPath: path]) : .text(orNone: record.content[keyPath: path])
            case .optionalText(let path): .text(orNone: record.content[keyPath: path] ?? "")
            case .choice(let read, _): .text(read(record.content))
            case .date(let path): .date(record.content[keyPath: path], on: today)
            case .gender(let path): .text(orNone: record.content[keyPath: path]?.description ?? "")
            case .figure(let path, let figure):
                record.content[keyPath: path].map { .quantity(figure.quantity($0, record.content.estimated)) } ?? .none
            case .integer(let path, _): .integer(orNone: record.content[keyPath: path])
            case .flag(let path): record.content[keyPath: path].map(Value.flag) ?? .none
            case .estimates(let path): .list(record.content[keyPath: path].names.map(Value.text))
            case .texts(let path): .list(record.content[keyPath: path].map(Value.text))
            case .labeled(let path): .text(record.content[keyPath: path])
            case .phones(let path): .list(record.content[keyPath: path].map { .labeled($0.label, .phone($0.value)) })
            case .addresses(let path):
                .list(record.content[keyPath: path].map { .labeled($0.label, .parts($0.value.fields)) })
            case .reference: .reference(orNone: Model.referred(by: record))
            }
        return Field(jsonKey, pageTitle, shown, for: place.audience == .programs ? .programs : .everybody)
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
