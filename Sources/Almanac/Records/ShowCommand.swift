import Display
import Localization
import Model
import Navigation

/// The command that shows a record in its current state, at a past time, or with the sources of its values.
struct ShowCommand: Sendable {
    let history: any HistoryDataSource
    let accounts: any AccountDataSource
    let planets: any PlanetDataSource
    let clock: Clock
    let resolver: RecordResolver
    let session: Session
    /// A function that returns the page of a record.
    let page: @Sendable (RecordID) async throws -> Page

    var command: Command {
        Command(
            "show", .argument("ID", .recordOrRow),
            Argument.option(
                "--at", "DATE", "Show the record as of a date or time, such as 2026-11-20T18:00",
                .asOf(clock)),
            Argument.flag("--sources", "Show the source of each value and who changed it"),
            about: "Show a record, now or at a past time",
            examples: [
                "show persons/7", "show planets/earth", "show 'Leia Organa'", "show dimidium", "show trappist-1",
                "show persons/7 --at 2026-11-20", "show persons/7 --at 2026-11-20T18:00",
                "show planets/earth --sources",
            ]
        ) { invocation, record, time, withSources in
            if withSources {
                guard time == nil else {
                    throw CommandProblem.notHere(
                        "--at and --sources cannot be combined.", next: "Use only one of them.")
                }
                return try await sources(of: record)
            }
            if let time { return try await show(record, at: time) }
            // The page shows a notice if the person was merged into another.
            let navigator: any RecordNavigator = try invocation.nearest()
            if let id = RecordID(record.text) { return navigator.didSelect(id) }
            return try await show(record, by: navigator)
        }
    }

    /// Shows the record with the given name. If there is no such record, shows the system of the star with that name
    /// or, if there is no such star, the only record whose name contains the text.
    private func show(_ record: RecordArgument, by navigator: any RecordNavigator) async throws -> NavigationAction {
        var exact = record
        exact.acceptsPart = false
        do {
            let reference = try await resolver.reference(exact)
            guard let name = alias(record, of: reference), session != .signedOut
            else { return navigator.didSelect(reference.id) }
            var page = try await page(reference.id)
            page.blocks.insert(.message(["“\(name)” is another name for \(reference.name)."]), at: 0)
            return .all([navigator.didSelect(reference.id), .tell(page)])
        } catch let problem as CommandProblem {
            switch problem.cause {
            case .notFound: break
            default: throw problem
            }
            if let system = try await planets.onlySystem(of: record.text) {
                return .tell(system.page(on: clock.today()))
            }
            return navigator.didSelect(try await resolver.reference(record).id)
        }
    }

    /// Returns the name that the user entered if it is an alias of a planet, or `nil` otherwise.
    private func alias(_ record: RecordArgument, of reference: RecordReference) -> String? {
        guard reference.id.kind == .planet, record.row == nil else { return nil }
        let name = record.text.hasPrefix("planets/") ? String(record.text.dropFirst("planets/".count)) : record.text
        let isSame = Self.key(of: name) == Self.key(of: reference.name)
        return isSame ? nil : name
    }

    /// Returns the letters and digits of a name in lowercase.
    private static func key(of name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

    private func show(_ record: RecordArgument, at time: TypedTime) async throws -> NavigationAction {
        let gone = try await resolver.idIncludingDeleted(record)
        do {
            return .tell(try await resolver.editor(for: gone.kind).page(of: gone, at: time.time, clock))
        } catch HistoryProblem.didNotExist(let id, _) {
            // The user may have entered words such as “yesterday”.
            let isDate = CivilDate(String(DateInput.dayAndTime(time.text).day)) != nil
            throw CommandProblem.notThen(id, isDate ? time.text : DateText.words(clock.day(time.time)))
        }
    }

    private func sources(of record: RecordArgument) async throws -> NavigationAction {
        let recordID = try await resolver.id(record)
        var account: String?
        if let id = session.account { account = try await accounts.account(id)?.name }
        let reader = ProvenanceReader(history: history, clock: clock, account: account)
        return .tell(try await resolver.editor(for: recordID.kind).sources(of: recordID, by: reader))
    }
}

/// A time together with the words that the user entered.
struct TypedTime: Sendable {
    let text: String
    let time: Timestamp
}

extension ValueParser where Value == TypedTime {
    /// Returns a parser for the time of a past state. A date means the end of that day.
    static func asOf(_ clock: Clock) -> ValueParser {
        ValueParser(
            .text, parse: { word, _ in TypedTime(text: word, time: try clock.time(word)) }, describe: \.text)
    }

    /// Returns a parser for the time at which a span begins. A date means the beginning of that day.
    static func from(_ clock: Clock) -> ValueParser {
        ValueParser(
            .text, parse: { word, _ in TypedTime(text: word, time: try clock.beginning(of: word)) }, describe: \.text)
    }
}

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
            Column("method", "Method", isProse: true), Column("command", "Command", isProse: true),
            Column("time", "Time"),
        ]
        let table = Table("sources", columns: columns, rows: rows + Content.derivedRows(self), total: nil)
        return Page("Sources of \(title)", address: recordID.description, [.table(table)])
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

/// A reader that finds the sources of a record’s values in the history.
struct ProvenanceReader: Sendable {
    private static let page = 200

    let history: any HistoryDataSource
    let clock: Clock
    /// The name of the user’s account, or `nil` for a guest.
    let account: String?

    /// Reads the sources of a record’s values from the history.
    func origins(of id: RecordID) async throws -> FieldProvenance {
        var steps: [Step] = []
        var page = ResultPage<Step>([], hasMore: true)
        while page.hasMore {
            let start = steps.last.map { PageCursor.after($0.id) } ?? .beginning
            page = try await history.steps(about: id, at: start, limit: Self.page)
            steps += page.items
            if page.items.isEmpty { break }
        }
        return FieldProvenance(of: id, in: steps, try await history.changes(of: id, in: steps.map(\.id)))
    }

    /// Returns the author and date of an edit by hand, such as `you, 21 November 2026`.
    func words(_ step: Step) -> Message {
        let isMine = step.origin != .outside && step.author == account
        let author: Message = isMine ? "you" : step.authorWords
        return "\(author), \(DateText.words(clock.day(step.time)))"
    }
}
