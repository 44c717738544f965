import Display
import Localization
import Model

extension Record where Content: Presentable {
    /// Each value of the record with where it is from, how it is known, and which command has brought it here.
    func sourcesPage(_ origins: FieldProvenance, by reader: SourcesReader) -> Page {
        let shown = Content.fields(of: self, on: reader.clock.today())
        let rows = Content.fields.compactMap { field -> Row? in
            guard !field.read(content).isEmpty, field.key != "citation" else { return nil }
            let value = shown.first { $0.key == field.jsonKey }?.value
            let step = origins[field.key] ?? origins.beginning
            let isByHand = step.map { !$0.isOfCatalog } ?? false
            let source: Value =
                isByHand
                ? .words(orNone: step.map(reader.words)) : .text(orNone: Content.source(of: field.key, in: self))
            return Row([
                Field("field", "Field", .text(field.key), for: .programs),
                Field("title", "Value of", .words(Message(title: field.title))),
                Field("value", "Is", value ?? .text(field.text(of: content))),
                Field("source", "From", source),
                Field("method", "How", .text(orNone: isByHand ? "" : Content.method(of: field.key, in: self))),
                Field("byHand", "By hand", .flag(isByHand), for: .programs),
                Field("step", "Step", step.map { .integer(Int($0.id.rawValue)) } ?? .none, for: .programs),
                Field("command", "Brought by", .text(orNone: step?.command ?? "")),
                Field(
                    "time", "When",
                    step.map { .date(iso: $0.time.rawValue, words: reader.clock.words($0.time)) } ?? .none),
            ])
        }
        let columns = [
            Column("title", "Value of"), Column("value", "Is", isProse: true), Column("source", "From", isProse: true),
            Column("method", "How", isProse: true), Column("command", "Brought by"), Column("time", "When"),
        ]
        let table = Table("sources", columns: columns, rows: rows + Content.workedOut(self), total: nil)
        return Page("Where the values of \(content.title) are from", address: address.description, [.table(table)])
    }
}

extension Presentable {
    static func source(of key: String, in record: Record<Self>) -> String { "" }
    static func method(of key: String, in record: Record<Self>) -> String { "" }
    static func workedOut(_ record: Record<Self>) -> [Row] { [] }
}

extension Planet {
    static func source(of key: String, in planet: Record<Planet>) -> String {
        planet.citations.first { $0.label == key }?.value ?? planet.content.sourceWords(of: key)
    }

    static func method(of key: String, in planet: Record<Planet>) -> String { planet.content.method(of: key) }

    /// What follows from its figures.
    static func workedOut(_ planet: Record<Planet>) -> [Row] {
        DerivedFigure.all.compactMap { figure in
            figure.quantity(of: planet.content).map { quantity in
                Row([
                    Field("field", "Field", .text(figure.key), for: .programs),
                    Field("title", "Value of", .words(Message(title: figure.title))),
                    Field("value", "Is", .quantity(quantity)),
                    Field("source", "From", .words("worked out")), Field("method", "How", .text(figure.formula)),
                    Field("byHand", "By hand", .flag(false), for: .programs),
                    Field("step", "Step", .none, for: .programs), Field("command", "Brought by", .none),
                    Field("time", "When", .none),
                ])
            }
        }
    }
}
