import Display
import Localization
import Model

extension Record where Content: Presentable {
    /// Returns a page with the source of each value, the method that determined the value, and the command that set it.
    func sourcesPage(_ origins: FieldProvenance, by reader: ProvenanceReader) -> Page {
        let shown = Content.fields(of: self, on: reader.clock.today())
        let rows = Content.fields.compactMap { field -> Row? in
            guard !field.read(content).isEmpty, field.key != "citation" else { return nil }
            let value = shown.first { $0.key == field.jsonKey }?.value
            let step = origins[field.key] ?? origins.beginning
            let isByHand = step.map { !$0.isOfCatalog } ?? false
            let source: Value =
                isByHand
                ? .words(orNone: step.map(reader.words)) : .text(orNone: Content.source(of: field.key, in: self))
            let method = isByHand ? "" : Content.method(of: field.key, in: self)
            return Row(
                source: source, method: method, of: field.key, field.title(of: content),
                value ?? .text(field.text(of: content)),
                isByHand: isByHand, setBy: step, at: step.map { .time($0.time, reader.clock) } ?? .none)
        }
        let columns = [
            Column("title", "Field"), Column("value", "Value", isProse: true),
            Column("source", "Source", isProse: true),
            Column("method", "Method", isProse: true), Column("command", "Command"), Column("time", "Time"),
        ]
        let table = Table("sources", columns: columns, rows: rows + Content.derivedRows(self), total: nil)
        return Page("Sources of \(title)", address: address.description, [.table(table)])
    }
}

extension Presentable {
    static func source(of key: String, in record: Record<Self>) -> String { "" }
    static func method(of key: String, in record: Record<Self>) -> String { "" }
    static func derivedRows(_ record: Record<Self>) -> [Row] { [] }
}

extension Planet {
    static func source(of key: String, in planet: Record<Planet>) -> String {
        planet.citations.first { $0.label == key }?.value ?? planet.content.sourceWords(of: key)
    }

    static func method(of key: String, in planet: Record<Planet>) -> String { planet.content.method(of: key) }

    static func derivedRows(_ planet: Record<Planet>) -> [Row] {
        planet.content.derivedQuantities.map { figure, quantity in
            Row(
                source: .words("derived"), method: figure.formula, of: figure.key, figure.title(for: planet.content),
                .quantity(quantity))
        }
    }
}

extension Row {
    /// Creates a row with the source of a value.
    fileprivate init(
        source: Value, method: String, of key: String, _ title: Title, _ value: Value, isByHand: Bool = false,
        setBy step: Step? = nil, at time: Value = .none
    ) {
        self.init([
            Field("field", "Key", .text(key), for: .programs),
            Field("title", "Field", .words(Message(title: title))),
            Field("value", "Value", value), Field("source", "Source", source),
            Field("method", "Method", .text(orNone: method)),
            Field("byHand", "Edited by hand", .flag(isByHand), for: .programs),
            Field("step", "Step", .integer(orNone: step.map { Int($0.id.rawValue) }), for: .programs),
            Field("command", "Command", .text(orNone: step?.command ?? "")),
            Field("time", "Time", time),
        ])
    }
}

/// A reader of the sources of a record’s values.
struct ProvenanceReader: Sendable {
    private static let page = 200

    let history: any HistoryDataSource
    let clock: Clock
    /// The name of the user’s account, or `nil` for a guest.
    let account: String?

    /// Reads the sources of a record’s values from the history.
    func origins(of address: RecordID) async throws -> FieldProvenance {
        var steps: [Step] = []
        var page = ResultPage<Step>([], hasMore: true)
        while page.hasMore {
            let start = steps.last.map { PageCursor.after($0.id) } ?? .beginning
            page = try await history.steps(about: address, at: start, limit: Self.page)
            steps += page.items
            if page.items.isEmpty { break }
        }
        return FieldProvenance(of: address, in: steps, try await history.changes(of: address, in: steps.map(\.id)))
    }

    /// Returns the author and date of an edit by hand, such as `you, 21 November 2026`.
    func words(_ step: Step) -> Message {
        let isMine = step.origin != .outside && step.author == account
        let author: Message = isMine ? "you" : step.authorWords
        return "\(author), \(DateText.words(clock.day(step.time)))"
    }
}
