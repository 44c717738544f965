import Interchange
import Localization
import Model
import SQLite

/// An importer of contacts that runs in the caller’s transaction. It matches cards with existing persons.
struct CardImporter {
    private static let batch = 500

    private let decisions: DuplicateDecisions
    private let listener: ImportListener
    private let connection: Connection
    private let pending: PendingPersons
    private let matcher: CardMatcher
    private let records: CardRecords
    private var rows: RowUpdater
    private let entries: NewEntries<Person>
    private let author: Account.ID?
    /// The persons whose cards mark them as favorites.
    private var favorites: [Int64] = []
    /// The group cards, which are imported after all contacts.
    private var groups: [ContactCard] = []
    private var report = ImportReport()
    /// The cards of pending persons.
    private var added: [IncomingCard] = []
    private var done = 0
    /// The number of the current file.
    private var file = 0
    /// The persons described by those cards of the current file that have a UID.
    private var described: Set<Int64> = []

    init(
        onDuplicate decisions: DuplicateDecisions, reportingTo listener: ImportListener, photos: ImportedPhotos,
        by author: Account.ID?, in connection: Connection
    ) throws {
        self.author = author
        self.decisions = decisions
        self.listener = listener
        self.connection = connection
        pending = PendingPersons(connection: connection)
        matcher = try CardMatcher(pending, blobs: photos.store, connection: connection)
        rows = RowUpdater(connection: connection, blobs: photos.store)
        let index = SearchIndexer(connection)
        records = CardRecords(connection, photos: photos, noteEntries: try NewEntries(in: index))
        entries = try NewEntries(in: index)
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
        for card in groups { try importGroup(card) }
        for person in favorites.unique {
            try FavoriteStore.add(RecordID(kind: .person, number: person), of: author, in: connection)
        }
        try entries.write()
        try records.notes.finish()
        report.groups = records.groups.made
        return report
    }

    /// Imports the cards of a stream.
    ///
    /// - Parameter taken: The progress of reading, updated with each part of the stream.
    private mutating func importCards(
        from stream: ContactStream, _ taken: inout ReadProgress, _ expected: ExpectedCount
    ) throws {
        let photos = records.photos
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
            groups.append(card)
            report.accepted += 1
        case .person(let card):
            report.ambiguousDate = report.ambiguousDate ?? card.card.ambiguousDate
            let incoming = try card.withHome(by: records.home)
            do {
                if let row = incoming.card.row { try update(by: row, incoming) } else { try importCard(incoming) }
                warn(of: incoming.card)
                for warning in incoming.warnings {
                    warn([warning, "It was imported unchanged."].joined(), of: incoming.card)
                }
                report.accepted += 1
            } catch let problem as RecordProblem {
                try reject(RejectedItem(records.photos.restored(incoming.contact), because: problem))
            } catch let problem as RowUpdate.Problem {
                let (place, text) = (incoming.card.place, incoming.card.text)
                try reject(
                    RejectedItem(
                        at: place ?? SourceLocation(file: ""), because: problem.sentence, text ?? SourceText([])))
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

    /// Changes the contact that a row of an exported table describes.
    private mutating func update(by row: ContactRow, _ incoming: IncomingCard) throws {
        // Pending persons are not in the tables yet.
        try flush()
        let update = try rows.update(by: row, uid: incoming.card.uid)
        report.counts[update.isEmpty ? .same : .changed, default: 0] += 1
        if update.isEmpty { return }
        let position = incoming.card.place?.number.map { CardPosition(file: file, number: $0) }
        // Only conflicts need a decision, because the user has asked for the update.
        let decision = update.effects.conflicts.isEmpty ? .merge : decisions.decision(on: position, .changed)
        report.add(
            .changed, decision,
            ImportReport.Case(
                .changed, update.existing.title, at: incoming.card.place, position, existing: update.existing.reference,
                decision, because: nil, update.effects))
        switch decision {
        case .skip, nil: break
        case .merge: try change(update.existing, to: update.updated, incoming, update.relations)
        case .keepBoth: try add(incoming)
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
                        && records.has(incoming.card, person.id.rawValue)
            }
        let kind: ImportReport.Kind =
            switch match {
            case .changed where update?.isOlder == true: .older
            case _ where isSame: .same
            case .changed: .changed
            case .possible: .possible
            }
        report.counts[kind, default: 0] += 1
        if isSame {
            if incoming.card.isFavorite { favorites.append(person.id.rawValue) }
            return
        }
        let position = incoming.card.place?.number.map { CardPosition(file: file, number: $0) }
        let isFromSameFile = match == .possible && incoming.card.uid != nil && described.contains(person.id.rawValue)
        let decision = decisions.decision(on: position, match, isFromSameFile: isFromSameFile)
        let isMerged = decision == .merge || decision == nil
        try report.add(
            match, decision,
            ImportReport.Case(
                kind, incoming.content.title(in: matcher.rules.order), at: incoming.card.place, position,
                existing: person.reference, decision,
                because: matcher.finder.reasons(PersonTraits(person.content), incoming.traits),
                isMerged
                    ? incoming.effects(
                        on: person.content, as: merged,
                        conflicts: (update?.merge?.conflicts.map(\.title) ?? []) + contradictions.map(\.title),
                        relations: update?.merge == nil
                            ? records.missing(incoming.card, person.id.rawValue) : update?.relations ?? [])
                    : ImportReport.MergeEffects(),
                isAddedByImport: person.id.rawValue >= matcher.firstNew))
        switch decision {
        case .skip, nil: break
        case .merge:
            if incoming.card.uid != nil { described.insert(person.id.rawValue) }
            try change(person, to: merged, incoming, update?.merge.map { ($0.before, $0.after) })
            for contradiction in contradictions { warn(contradiction, beside: person.reference, of: incoming.card) }
        case .keepBoth: try add(incoming)
        }
    }

    private mutating func add(_ incoming: IncomingCard) throws {
        let uuid = try incoming.uuid.flatMap { try matcher.owner(ofUUID: $0) == nil ? $0 : nil }
        var content = incoming.content
        content.remember([], own: uuid)
        let duplicateKeys =
            content.uids == incoming.content.uids ? incoming.duplicateKeys : PersonTraits(content).keys
        let id = try pending.add(
            content, uuid: uuid, duplicateKeys: duplicateKeys, sortKey: matcher.sortKey(of: incoming))
        if incoming.card.uid != nil { described.insert(id) }
        if incoming.card.isFavorite { favorites.append(id) }
        added.append(incoming)
        if added.count >= Self.batch { try flush() }
    }

    private mutating func change(
        _ person: Record<Person>, to merged: Person, _ incoming: IncomingCard,
        _ changes: (before: ContactCard, after: ContactCard)?
    ) throws {
        // Pending persons are not in the tables yet.
        try flush()
        if incoming.card.isFavorite { favorites.append(person.id.rawValue) }
        try records.change(person, to: merged)
        // Later cards also match the former values, whose keys are not written yet if the entry was pending.
        let former = entries.discard(person.id.rawValue) ? PersonTraits(person.content).keys : []
        try matcher.register(former.union(PersonTraits(merged).keys), of: person.id.rawValue)
        if let changes {
            let relations = try records.changeRelations(changes.before, to: changes.after, of: person.id.rawValue)
            count(relations, of: incoming, hasPhoto: merged.photo != person.content.photo)
        } else {
            count(try records.addRelations(of: incoming.card, to: person.id.rawValue), of: incoming)
        }
    }

    private mutating func count(
        _ relations: CardRecords.Relations, of incoming: IncomingCard, hasPhoto: Bool? = nil
    ) {
        report.notes += relations.notes
        if hasPhoto ?? (incoming.content.photo != nil) { report.photos += 1 }
        for name in relations.searches {
            warn("Not added to “\(name)”: it is a smart group.", of: incoming.card)
        }
    }

    /// Writes pending persons with their relations. Their index entries are written later, in larger batches.
    private mutating func flush() throws {
        let persons = pending.take()
        let relations = try records.insert(persons.map(\.record), of: added.map(\.card))
        for (relations, incoming) in zip(relations, added) { count(relations, of: incoming) }
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

    private mutating func importGroup(_ card: ContactCard) throws {
        let (group, notes, unknown) = try records.addGroup(of: card)
        report.notes += notes
        if group.isSearch {
            warn("No members were added: the group is a smart group.", of: card)
        } else if !unknown.isEmpty {
            warn(Self.unknownMembers(unknown, areKept: try records.groups.hasCard(of: card, group.id)), of: card)
        }
    }

    // MARK: - Report

    private static func unknownMembers(_ unknown: [String], areKept: Bool) -> Message {
        let names = unknown.prefix(3).map { $0.prefix(60) }.joined(separator: ", ")
        let others = unknown.count - 3
        switch (areKept, others > 0) {
        case (true, true): return "Kept unknown members on the group card: \(names), and \(others) more."
        case (true, false): return "Kept unknown members on the group card: \(names)."
        case (false, true): return "Skipped unknown members: \(names), and \(others) more."
        case (false, false): return "Skipped unknown members: \(names)."
        }
    }

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
        let name: Message = "\(person.name) (\(person.id))"
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
