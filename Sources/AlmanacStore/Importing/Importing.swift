import Interchange
import Model
import SQLite
import Wording

/// One import, inside a transaction: card after card is matched with who is here, and taken in.
struct Importing {
    /// After so many persons they are written.
    private static let batch = 500

    private let known: OnDuplicate?
    private let listener: ImportListener
    private let photos: ImportedPhotos
    private let connection: Connection
    private let newcomers: Newcomers
    private let matching: Matching
    private let ties: ImportedTies
    private var report = ImportReport()
    /// What came with those who are not written yet.
    private var added: [Incoming] = []
    private var done = 0

    init(
        onDuplicate known: OnDuplicate?, telling listener: ImportListener, photos: ImportedPhotos,
        in connection: Connection
    ) {
        self.known = known
        self.listener = listener
        self.photos = photos
        self.connection = connection
        newcomers = Newcomers(connection: connection)
        matching = Matching(newcomers, connection: connection)
        ties = ImportedTies(connection: connection)
    }

    mutating func take(_ streams: [ContactStream]) throws -> ImportReport {
        var expected = ExpectedCount(streams.map(\.source))
        for stream in streams {
            var stream = stream
            do {
                try take(&stream, expected)
            } catch let problem as any SourceProblem where streams.count > 1 {
                rejectFile(stream.source.name, because: problem)
            }
            expected.pass(stream.taken)
        }
        try flush()
        let gathered = try ties.gather()
        report.notes += gathered.notes
        for (card, sentence) in gathered.remarks { remark(sentence, of: card) }
        report.groups = ties.groupsMade
        report.isOpen = known == nil && report.open > 0
        return report
    }

    private mutating func take(_ stream: inout ContactStream, _ expected: ExpectedCount) throws {
        while let item = try stream.next() {
            try Task.checkCancellation()
            try take(item)
            done += 1
            if done.isMultiple(of: 100) { listener.progress(done, expected.total(with: stream.taken)) }
        }
    }

    // MARK: - One card

    private mutating func take(_ item: CardItem) throws {
        switch item {
        case .rejected(let card): try reject(card)
        case .card(let card) where card.group != nil:
            warn(of: card)
            do throws(RecordProblem) {
                try ties.remember(card)
            } catch {
                try reject(RejectedItem(card, because: error))
            }
        case .card(let card):
            do {
                let incoming = try Incoming(card, photos: photos, ties: ties)
                warn(of: incoming.card)
                try take(incoming)
            } catch let problem as RecordProblem {
                try reject(RejectedItem(card, because: problem))
            }
        }
    }

    private mutating func take(_ incoming: Incoming) throws {
        try ties.check(incoming.card)
        let matching = matching
        switch try matching.match(incoming, settle: { try flush() }) {
        case .none:
            report.counts[.new, default: 0] += 1
            try add(incoming)
        case .sure(let person, as: let newer):
            try settle(incoming, person, newer, as: .changed)
        case .likely(let person, as: let both):
            try settle(incoming, person, both, as: .inDoubt, leavingOut: incoming.contradictions(of: person.content))
        }
    }

    private mutating func settle(
        _ incoming: Incoming, _ person: Record<Person>, _ merged: Person, as kind: ImportReport.Kind,
        leavingOut contradictions: [PersonMerge.Difference] = []
    ) throws {
        let isSame =
            try incoming.isIn(person.content)
            || contradictions.isEmpty && merged == person.content
                && ties.has(incoming, person.id.rawValue)
        report.counts[isSame ? .same : kind, default: 0] += 1
        if isSame { return }
        tell(incoming, person, kind)
        switch known {
        case .skip, nil: break
        case .merge:
            try change(person, to: merged, incoming)
            for contradiction in contradictions { remark(contradiction, beside: person.reference, of: incoming.card) }
        case .keepBoth: try add(incoming)
        }
    }

    private mutating func add(_ incoming: Incoming) throws {
        try RecordRules.check(incoming.content, in: Tables.persons)
        let uuid = try incoming.uuid.flatMap { try matching.isTaken(uuid: $0) ? nil : $0 }
        var content = incoming.content
        content.remember([], own: uuid)
        let traces = content == incoming.content ? incoming.traces : PersonTraits(content).traces
        _ = try newcomers.add(content, uuid: uuid, traces: traces, sortKey: incoming.traits.sortKey)
        added.append(incoming)
        if added.count >= Self.batch { try flush() }
    }

    private mutating func change(_ person: Record<Person>, to merged: Person, _ incoming: Incoming) throws {
        // What was added just now stands in no table yet.
        try flush()
        try RecordRules.check(merged, in: Tables.persons)
        try Tables.persons.update(person.id.rawValue, version: person.version, to: merged, in: connection)
        try matching.learn(PersonTraits(merged).traces, of: person.id.rawValue)
        try tie(incoming, to: person.id.rawValue)
    }

    private mutating func tie(_ incoming: Incoming, to id: Int64, isNew: Bool = false) throws {
        let tied = try ties.tie(incoming, to: id, isNew: isNew)
        report.notes += tied.notes
        for name in tied.searches {
            remark("The members of “\(name)” are found by a search; nobody was put into it.", of: incoming.card)
        }
        if incoming.content.photo != nil { report.photos += 1 }
    }

    /// Writes whom was added, with what came with them, and lets the search index take them in.
    private mutating func flush() throws {
        let persons = newcomers.waiting
        try newcomers.settle()
        for (person, incoming) in zip(persons, added) { try tie(incoming, to: person.id, isNew: true) }
        added.removeAll(keepingCapacity: true)
        // The notes first: the words that wait in the index are written whenever a row is recorded.
        try ties.flush()
        try SearchIndex.add(
            persons.map(\.content), as: persons.map(\.id), of: Tables.persons, areTraced: true, connection)
    }

    // MARK: - What is told

    private mutating func tell(_ incoming: Incoming, _ person: Record<Person>, _ kind: ImportReport.Kind) {
        guard report.cases.count < ImportReport.limit else { return }
        let reasons = Likeness(PersonTraits(person.content), incoming.traits).reasons
        report.cases.append(
            ImportReport.Case(
                kind: kind, name: incoming.content.title, place: incoming.card.place, present: person.reference,
                reasons: reasons))
    }

    private mutating func reject(_ card: RejectedItem) throws {
        report.rejections.add(card.reason, at: card.place)
        try listener.reject(card)
    }

    /// One file of several that holds no contacts; the others go on.
    private mutating func rejectFile(_ name: String, because problem: any SourceProblem) {
        report.rejections.add(problem.explanation.sentences.joined(), at: SourcePlace(file: name))
    }

    private mutating func remark(_ sentence: Message, of card: ContactCard) {
        guard let place = card.place else { return }
        report.warnings.add(sentence, at: place)
    }

    private mutating func remark(
        _ contradiction: PersonMerge.Difference, beside person: Reference, of card: ContactCard
    ) {
        let name: Message = "\(person.name) (\(person.address))"
        if contradiction.key == PersonMerge.photo {
            return remark("\(name) has another photo; this one was left out.", of: card)
        }
        let title = contradiction.title
        remark(
            "\(title: title) “\(contradiction.second)” was left out: \(name) has “\(contradiction.first)”.", of: card)
    }

    private mutating func warn(of card: ContactCard) {
        guard var place = card.place else { return }
        for warning in card.warnings {
            place.line = warning.line
            report.warnings.add(warning.sentence, at: place)
        }
    }
}

extension RejectedItem {
    /// A card that was read, and cannot be kept.
    fileprivate init(_ card: ContactCard, because problem: RecordProblem) {
        var writer = CardWriter(.asItCame(otherwise: card.version))
        _ = writer.write(card)
        self.init(
            at: card.place ?? SourcePlace(file: ""), because: problem.explanation.sentences.joined(),
            card.text ?? SourceText(writer.drain()))
    }
}
