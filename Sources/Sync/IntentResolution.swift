import Interchange
import Model

/// The effect of a request whose outcome was determined by reading the card.
struct IntentResolution {
    let attempt: SyncAttempt
    /// The card on the remote, or `nil` if it does not exist.
    let stored: (remote: RemoteCard, card: VCard)?
    let synced: SyncedCard?
    let local: LocalCard?
    /// Whether an earlier request for the record was also unconfirmed.
    let isRepeated: Bool

    private var intent: SyncIntent { attempt.intent }

    func add(to plan: inout SyncPlan, _ run: SyncRun) {
        switch (intent.request, stored) {
        case (_, nil):
            // The next list shows whether the card was deleted or renamed.
            plan.outdated.insert(intent.address)
            switch (intent.request, attempt.outcome) {
            case (.put(let sent, _, .ifNoneMatch), .stored): plan.moved[intent.record] = sent
            case (.delete, .unknown): plan.report.sent.deleted += 1
            default: break
            }
            retry(&plan)
        case (.delete(let tag), let (remote, card)?):
            if remote.tag == tag || !addChanged(remote, card, base: nil, to: &plan, run) { retry(&plan) }
        case (.put(let sent, let revision, let precondition), let (remote, card)?):
            if isApplied(sent, as: card, remote) {
                addStored(sent, revision, remote, card, to: &plan, run)
                plan.report.countSent(precondition)
            } else if precondition == .ifMatch(remote.tag) {
                retry(&plan)
            } else {
                // If the card in the address book contains all sent changes, another client has edited the sent card.
                let merge = CardMerge(base: synced?.link.base, mine: sent, theirs: card)
                let hasSent = attempt.mayBeApplied && merge.conflicts.isEmpty && merge.card.isEquivalent(to: card)
                _ = addChanged(remote, card, base: hasSent ? sent : nil, to: &plan, run)
                retry(&plan)
            }
        }
    }

    private func isApplied(_ sent: VCard, as card: VCard, _ remote: RemoteCard) -> Bool {
        switch attempt.outcome {
        case .stored(let tag): tag == remote.tag || !isUnwritten
        case .unknown: card.isEquivalent(to: sent)
        default: false
        }
    }

    /// Whether the remote still has the card that the request was to replace.
    private var isUnwritten: Bool {
        guard case .put(let sent, _, .ifMatch(let tag)) = intent.request, let stored else { return false }
        return stored.remote.tag.matches(tag) && !stored.card.isEquivalent(to: sent)
    }

    /// Links the card as the remote has stored it. If no other client can have changed the card, the record keeps its
    /// values and receives only properties that it lacks.
    private func addStored(
        _ sent: VCard, _ revision: Int64, _ remote: RemoteCard, _ card: VCard, to plan: inout SyncPlan, _ run: SyncRun
    ) {
        // The server has returned the card of our own request if its tag is that of the response. Without a tag in the
        // response, a changed value can be an edit by another client, which must not be overwritten later.
        let known = synced?.link.dropped ?? DroppedProperties()
        let rest = sent.withoutProperties(missingFrom: card)
        let isOwn =
            attempt.outcome == .stored(remote.tag) || card.isEquivalent(to: sent)
            || attempt.outcome == .stored(nil) && local != nil && card.isReduced(from: sent)
        guard isOwn else {
            return plan.add(
                Reconciliation(card, remote, sent: rest, from: intent.record, local: local, dropped: known),
                isDryRun: run.isDryRun)
        }
        let dropped = DroppedProperties(sent: sent, stored: card)
        _ = plan.batch.add(
            CardUpdate(remote, base: card, dropped: dropped, content: content(after: revision, addingFrom: card)))
        let named = dropped.names(unlike: known).union(synced == nil ? local?.lost ?? [] : []).sorted()
        if !named.isEmpty { plan.report.notices.append(CardNotice(title: sent.title, reason: .dropped(named))) }
    }

    private func content(after revision: Int64, addingFrom card: VCard) -> CardUpdate.Content {
        guard let local else { return .unchanged(intent.record, synced: nil) }
        let added = local.card.addingProperties(of: card)
        return added == local.card
            ? .unchanged(intent.record, synced: revision)
            : .replaced(
                intent.record, revision: local.revision, by: added, isSynced: local.revision == revision)
    }

    /// Merges a card that another client has changed.
    /// - Returns: Whether the deletion of the record was reversed.
    private func addChanged(
        _ remote: RemoteCard, _ card: VCard, base: VCard?, to plan: inout SyncPlan, _ run: SyncRun
    ) -> Bool {
        if var synced {
            if let base { synced.link.base = base }
            let reconciliation = Reconciliation(card, remote, synced: synced)
            plan.add(reconciliation, isDryRun: run.isDryRun)
            return reconciliation.isRestored
        }
        guard let local, card.uid == local.card.uid else {
            plan.takenAddresses.insert(intent.address)
            return false
        }
        if let base {
            plan.add(
                Reconciliation(card, remote, sent: base, from: local.record, local: local), isDryRun: run.isDryRun)
        } else {
            plan.add(Reconciliation(card, remote, unsynced: local), isDryRun: run.isDryRun)
        }
        return false
    }

    /// Plans to send the record again, unless this was the second request that the remote did not confirm.
    private func retry(_ plan: inout SyncPlan) {
        let problem: RemoteProblem? =
            switch attempt.outcome {
            case .unknown(let problem): problem
            case .stored where stored == nil || isUnwritten: .unconfirmed
            default: nil
            }
        let title = local?.card.title ?? synced?.link.base.title ?? ""
        let reason = problem.map(CardProblem.Reason.remote) ?? .changesRepeatedly
        let isUnconfirmed = problem?.endsRun == false
        if isRepeated, isUnconfirmed {
            plan.fail(intent.address, title, reason)
            plan.excluded.insert(intent.record)
        } else {
            plan.unsent[intent.record] = CardProblem(address: intent.address, title: title, reason: reason)
            if isUnconfirmed { plan.unconfirmed.insert(intent.record) }
        }
    }
}

extension SyncAttempt {
    /// Whether the outcome is unknown. The request may then have been applied.
    fileprivate var mayBeApplied: Bool { if case .unknown = outcome { true } else { false } }
}
