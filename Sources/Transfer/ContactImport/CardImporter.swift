import AlmanacStore
import Interchange
import Localization
import Model
import SQLite

/// An importer of contacts that runs in the caller’s transaction. It matches cards with existing persons.
struct CardImporter {
    private static let batch = 500

    private let decisions: DuplicateDecisions
    private let listener: ImportListener
    private let photos: ImportedPhotos
    private let connection: Connection
    private let pending: PendingPersons
    private let matcher: CardMatcher
    private let planets: PlanetsByName
    private let relations: ImportedRelations
    private let entries: NewEntries<Person>
    private var report = ImportReport()
    /// The cards of pending persons.
    private var added: [IncomingCard] = []
    private var done = 0
    /// The number of the current file.
    private var file = 0
    /// The persons that cards of the current file describe, if the cards have a UID.
    private var described: Set<Int64> = []

    init(
        onDuplicate decisions: DuplicateDecisions, reportingTo listener: ImportListener, photos: ImportedPhotos,
        in connection: Connection
    ) throws {
        self.decisions = decisions
        self.listener = listener
        self.photos = photos
        self.connection = connection
        pending = PendingPersons(connection: connection)
        matcher = try CardMatcher(pending, blobs: photos.store, connection: connection)
        planets = PlanetsByName(connection: connection)
        relations = try ImportedRelations(connection: connection)
        entries = try NewEntries(of: Tables.persons, in: SearchIndex(connection))
    }

    mutating func importCards(from streams: [ContactStream]) throws -> ImportReport {
        var expected = ExpectedCount(streams.map(\.source))
        for stream in streams {
            file += 1
            described = []
            var taken = ReadProgress()
            let before = done
            defer { stream.source.suspend() }
            do {
                try importCards(from: stream, &taken, expected)
            } catch let problem as any ByteSourceProblem
                where streams.count > 1 && (problem is SourceProblem || done == before)
            {
                // The other files are still imported. A file that becomes unreadable later ends the import.
                let sentences = problem.explanation.sentences.joined()
                report.rejections.add(sentences, at: SourceLocation(file: stream.source.name))
            }
            expected.pass(taken)
        }
        try flush()
        // The members of groups are found by their duplicate keys.
        try entries.writeDuplicateKeys()
        let deferred = try relations.importDeferredGroups()
        try entries.write()
        try relations.finish()
        report.notes += deferred.notes
        for (card, sentence) in deferred.warnings { warn(sentence, of: card) }
        report.groups = relations.groupsMade
        return report
    }

    /// Imports the cards of a stream.
    ///
    /// - Parameter taken: The progress of reading, updated with each part of the stream.
    private mutating func importCards(
        from stream: ContactStream, _ taken: inout ReadProgress, _ expected: ExpectedCount
    ) throws {
        let photos = photos
        try PrefetchingReader.forEachPart(of: stream, ready: { try PreparedItem($0, photos) }) { part in
            taken = part.taken
            for item in part.items {
                try Task.checkCancellation()
                try importItem(item)
                done += 1
                if done.isMultiple(of: 100) { listener.progress(done, expected.total(with: taken)) }
            }
        }
    }

    // MARK: - Cards

    private mutating func importItem(_ item: PreparedItem) throws {
        switch item {
        case .rejected(let card): try reject(card)
        case .group(let card):
            warn(of: card)
            relations.deferGroup(card)
            report.accepted += 1
        case .person(let card):
            let incoming = try card.withHome(by: planets.planet)
            do {
                try importCard(incoming)
                warn(of: incoming.card)
                for warning in incoming.warnings {
                    warn([warning, "It was imported unchanged."].joined(), of: incoming.card)
                }
                report.accepted += 1
            } catch let problem as RecordProblem {
                try reject(RejectedItem(photos.restored(incoming), because: problem))
            }
        }
    }

    private mutating func importCard(_ incoming: IncomingCard) throws {
        let matcher = matcher
        switch try matcher.match(incoming, flush: { try flush() }) {
        case .none:
            report.counts[.new, default: 0] += 1
            try add(incoming)
        case .sure(let person, let update):
            if incoming.card.uid != nil { described.insert(person.id.rawValue) }
            try resolve(incoming, person, update.person, as: .changed, update)
        case .likely(let person, as: let both):
            try resolve(incoming, person, both, as: .possible, leavingOut: incoming.contradictions(of: person.content))
        }
    }

    private mutating func resolve(
        _ incoming: IncomingCard, _ person: Record<Person>, _ merged: Person, as match: MatchKind,
        _ update: PersonUpdate? = nil, leavingOut contradictions: [PersonMerge.Difference] = []
    ) throws {
        let isSame =
            if let update, update.merge != nil {
                update.isEmpty(for: person.content)
            } else {
                try incoming.isIn(person.content)
                    || contradictions.isEmpty && merged == person.content && incoming.hasMiddleName(of: person.content)
                        && relations.has(incoming, person.id.rawValue)
            }
        let kind: ImportReport.Kind =
            switch match {
            case .changed where update?.isOlder == true: .older
            case _ where isSame: .same
            case .changed: .changed
            case .possible: .possible
            }
        report.counts[kind, default: 0] += 1
        if isSame { return }
        let position = incoming.card.place?.number.map { CardPosition(file: file, number: $0) }
        let isFromSameFile = match == .possible && incoming.card.uid != nil && described.contains(person.id.rawValue)
        let decision = decisions.decision(on: position, match, isFromSameFile: isFromSameFile)
        let isMerged = decision == .merge || decision == nil
        try report.add(
            match, decision,
            ImportReport.Case(
                kind, incoming.content.title(in: matcher.rules.order), at: incoming.card.place, position,
                present: person.reference, decision,
                because: matcher.finder.reasons(PersonTraits(person.content), incoming.traits),
                isMerged
                    ? incoming.effects(
                        on: person.content, as: merged,
                        conflicts: (update?.merge?.conflicts.map(\.title) ?? []) + contradictions.map(\.title),
                        relations: update?.merge == nil
                            ? relations.missing(incoming, person.id.rawValue) : update?.relations ?? [])
                    : ImportReport.MergeEffects()))
        switch decision {
        case .skip, nil: break
        case .merge:
            if incoming.card.uid != nil { described.insert(person.id.rawValue) }
            try change(person, to: merged, incoming, update?.merge)
            for contradiction in contradictions { warn(contradiction, beside: person.reference, of: incoming.card) }
        case .keepBoth: try add(incoming)
        }
    }

    private mutating func add(_ incoming: IncomingCard) throws {
        let uuid = try incoming.uuid.flatMap { try matcher.isTaken(uuid: $0) ? nil : $0 }
        var content = incoming.content
        content.remember([], own: uuid)
        let duplicateKeys =
            content.uids == incoming.content.uids ? incoming.duplicateKeys : PersonTraits(content).keys
        let id = try pending.add(
            content, uuid: uuid, duplicateKeys: duplicateKeys, sortKey: matcher.sortKey(of: incoming))
        if incoming.card.uid != nil { described.insert(id) }
        added.append(incoming)
        if added.count >= Self.batch { try flush() }
    }

    private mutating func change(
        _ person: Record<Person>, to merged: Person, _ incoming: IncomingCard, _ merge: ContactUpdate?
    ) throws {
        // Pending persons are not in the tables yet.
        try flush()
        try RecordRules.check(merged, in: Tables.persons)
        if merged.card != person.content.card { try FormerCards(connection: connection).insert(cardOf: person) }
        try Tables.persons.update(person, to: merged, in: connection)
        // Later cards also match the former values, whose keys are not written yet if the entry was waiting.
        let former = entries.discard(person.id.rawValue) ? PersonTraits(person.content).keys : []
        try matcher.register(former.union(PersonTraits(merged).keys), of: person.id.rawValue)
        guard let merge else { return try addRelations(of: incoming, to: person.id.rawValue) }
        count(try relations.change(merge.before, to: merge.after, of: person.id.rawValue), of: incoming)
        if merged.photo != person.content.photo { report.photos += 1 }
    }

    private mutating func addRelations(of incoming: IncomingCard, to id: Int64, isNew: Bool = false) throws {
        count(try relations.add(incoming, to: id, isNew: isNew), of: incoming)
        if incoming.content.photo != nil { report.photos += 1 }
    }

    private mutating func count(_ added: (notes: Int, searches: [String]), of incoming: IncomingCard) {
        report.notes += added.notes
        for name in added.searches {
            warn("Not added to “\(name)”: it is a smart group.", of: incoming.card)
        }
    }

    /// Writes pending persons with their relations. Their index entries are written later, in larger batches.
    private mutating func flush() throws {
        let persons = try pending.write()
        for (person, incoming) in zip(persons, added) {
            try addRelations(of: incoming, to: person.record.id, isNew: true)
        }
        try relations.flush()
        try entries.add(
            zip(persons, added).lazy.map { person, incoming in
                var entry = incoming.entry
                entry.duplicateKeys = person.duplicateKeys
                return (person.record.id, entry)
            })
        if entries.isEmpty || pending.hasManyKeys {
            try entries.write()
            pending.forgetKeys()
        }
        added.removeAll(keepingCapacity: true)
    }

    // MARK: - Report

    private mutating func reject(_ card: RejectedItem) throws {
        report.rejections.add(card.reason, at: card.place)
        try listener.reject(card)
    }

    private mutating func warn(_ sentence: Message, of card: ContactCard) {
        guard let place = card.place else { return }
        report.warnings.add(sentence, at: place)
    }

    private mutating func warn(
        _ contradiction: PersonMerge.Difference, beside person: RecordReference, of card: ContactCard
    ) {
        let name: Message = "\(person.name) (\(person.address))"
        if contradiction.key == PersonMerge.photo {
            return warn("Skipped the photo: \(name) has a different one.", of: card)
        }
        let title = contradiction.title
        warn(
            "Skipped \(title: title) “\(contradiction.second)”: \(name) has “\(contradiction.first)”.", of: card)
    }

    private mutating func warn(of card: ContactCard) {
        guard var place = card.place else { return }
        for warning in card.warnings {
            place.line = warning.line
            report.warnings.add(warning.sentence, at: place)
        }
    }
}
