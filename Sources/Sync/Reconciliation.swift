import Interchange
import Model

/// The comparison of a card that was read from the remote with its record.
struct Reconciliation {
    let update: CardUpdate
    /// Whether the deletion of the record is reversed because the card was edited on the remote.
    let isRestored: Bool
    private let mine: VCard?
    private let theirs: VCard

    private init(_ update: CardUpdate, isRestored: Bool = false, mine: VCard?, theirs: VCard) {
        (self.update, self.isRestored, self.mine, self.theirs) = (update, isRestored, mine, theirs)
    }

    /// Creates a record for a new card.
    init(new card: VCard, _ remote: RemoteCard) {
        self.init(
            CardUpdate(remote, base: card, content: .created(card)), mine: nil, theirs: card)
    }

    /// Merges a card with a record that has the same UID but no link. Equal properties are joined.
    init(_ card: VCard, _ remote: RemoteCard, unsynced local: LocalCard) {
        self.init(card, remote, local, link: nil, isChanged: true)
    }

    /// Merges a card with its record.
    init(_ card: VCard, _ remote: RemoteCard, synced: SyncedCard) {
        if let local = synced.local {
            self.init(card, remote, local, link: synced.link, isChanged: synced.isChanged)
        } else {
            self.init(card, remote, deleted: synced.link)
        }
    }

    /// Merges a card with the record from which an earlier version of the card was sent.
    /// - Parameters:
    ///   - base: The card that was sent, without any properties that the remote did not store.
    ///   - dropped: The properties that the remote does not store as they are sent.
    init(
        _ card: VCard, _ remote: RemoteCard, sent base: VCard, from id: RecordID, local: LocalCard?,
        dropped: DroppedProperties = DroppedProperties()
    ) {
        let link = CardLink(
            record: id, address: remote.address, uid: base.uid, tag: remote.tag, base: base, dropped: dropped)
        self.init(card, remote, synced: SyncedCard(link: link, local: local, isChanged: true))
    }

    private init(_ card: VCard, _ remote: RemoteCard, deleted link: CardLink) {
        let isRestored = !card.isEquivalent(to: link.base)
        let update = CardUpdate(
            remote, base: card, formerAddress: link.address, dropped: link.dropped,
            content: isRestored ? .restored(link.record, card) : .unchanged(link.record, synced: nil))
        self.init(update, isRestored: isRestored, mine: nil, theirs: card)
    }

    private init(_ card: VCard, _ remote: RemoteCard, _ local: LocalCard, link: CardLink?, isChanged: Bool) {
        let merge = CardMerge(base: link?.base, mine: local.card, theirs: card)
        let dropped = link?.dropped ?? DroppedProperties()
        let isSynced = merge.card.isEquivalent(to: card, except: isChanged ? [] : dropped.names)
        let update = CardUpdate(
            remote, base: card, formerAddress: link?.address, dropped: dropped,
            content: merge.card.isEquivalent(to: local.card)
                ? .unchanged(local.record, synced: isSynced ? local.revision : nil)
                : .replaced(local.record, revision: local.revision, by: merge.card, isSynced: isSynced),
            conflicts: merge.conflicts)
        self.init(update, mine: local.card, theirs: card)
    }

    func report(isDryRun: Bool) -> SyncReport {
        var report = SyncReport()
        switch update.content {
        case .created, .restored: report.received.created = 1
        case .replaced: report.received.changed = 1
        case .unchanged: break
        }
        if let record = update.content.record, !update.conflicts.isEmpty {
            report.conflicts = [CardConflict(record: record, title: theirs.title, properties: update.conflicts)]
        }
        if isRestored { report.notices = [CardNotice(title: theirs.title, reason: .deletedLocally)] }
        if isDryRun { report.plannedChanges = plannedChanges }
        return report
    }

    private var plannedChanges: [PlannedChange] {
        switch update.content {
        case .created(let card), .restored(_, let card):
            [PlannedChange(.received, .create, card, at: update.address, from: nil)]
        case .replaced(_, _, let merged, _):
            [PlannedChange(.received, .change, merged, at: update.address, from: mine)]
        case .unchanged: []
        }
    }
}

extension PlannedChange {
    init(_ direction: Direction, _ action: Action, _ card: VCard, at address: CardAddress, from old: VCard?) {
        self.init(
            direction: direction, action: action, address: address, title: card.title,
            differences: action == .delete ? [] : card.differences(from: old))
    }
}
