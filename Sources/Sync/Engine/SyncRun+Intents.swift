import Interchange
import Model

extension SyncRun {
    /// Determines whether the requests of an interrupted run were applied.
    mutating func resolveInterruptedRequests() async throws {
        let intents = try await store.intents()
        for start in stride(from: 0, to: intents.count, by: batchSize) {
            let attempts = intents[start..<min(start + batchSize, intents.count)].map {
                SyncAttempt(intent: $0, outcome: .unknown(.disconnected(wasSent: true, reason: "")))
            }
            _ = try await resolve(attempts)
        }
    }

    /// Commits the outcomes of requests, after reading the cards whose state is unknown.
    /// - Returns: The cards that must be sent again.
    mutating func resolve(_ attempts: [SyncAttempt]) async throws -> [RecordID: CardProblem] {
        let (certain, uncertain) = (attempts.filter(\.isCertain), attempts.filter { !$0.isCertain })
        var unsent = try await commit { try await $0.planOutcomes(certain, [:]) }.unsent
        if !uncertain.isEmpty {
            let (book, addresses) = (book, uncertain.map(\.intent.address))
            let cards = try await request { try await book.cards(at: addresses) }
            let stored = Dictionary(cards.map { ($0.address, $0) }) { $1 }
            unsent.merge(try await commit { try await $0.planOutcomes(uncertain, stored) }.unsent) { $1 }
        }
        return unsent
    }

    private func planOutcomes(_ attempts: [SyncAttempt], _ stored: [CardAddress: RemoteCard]) async throws -> SyncPlan {
        var plan = SyncPlan()
        let known = try await store.cards(at: attempts.map(\.intent.address))
        let locals = try await store.cards(of: attempts.map(\.intent.record))
        for attempt in attempts {
            let intent = attempt.intent
            plan.batch.resolve(intent)
            if attempt.isCertain {
                plan.addCertain(attempt, known[intent.address])
                continue
            }
            let remote = stored[intent.address]
            let card: VCard?
            do throws(VCardProblem) {
                card = if let remote { try VCard(remote.text) } else { nil }
            } catch {
                plan.fail(intent.address, "", .unreadable(error))
                plan.excluded.insert(intent.record)
                continue
            }
            if let problem = invalidCards[intent.address] {
                plan.fail(intent.address, card?.title ?? "", .invalid(problem))
                plan.excluded.insert(intent.record)
                continue
            }
            let resolution = IntentResolution(
                attempt: attempt, stored: remote.flatMap { remote in card.map { (remote, $0) } },
                synced: known[intent.address], local: locals[intent.record],
                isRepeated: unconfirmed.contains(intent.record))
            resolution.add(to: &plan, self)
        }
        plan.removeToken(ifLinksDifferFrom: known, self)
        return plan
    }
}

extension SyncAttempt {
    /// Whether the state of the card on the remote is known without reading it.
    var isCertain: Bool {
        switch outcome {
        case .deleted, .rejected, .notSent: true
        case .stored, .unknown, .refused: false
        }
    }
}

extension SyncPlan {
    fileprivate mutating func addCertain(_ attempt: SyncAttempt, _ synced: SyncedCard?) {
        let intent = attempt.intent
        switch attempt.outcome {
        case .deleted:
            if let synced { batch.add(.keepingRecord(synced.link)) }
            report.sent.deleted += 1
        case .rejected(let problem): reject(intent, synced, problem)
        case .stored, .unknown, .refused, .notSent: break
        }
    }

    private mutating func reject(_ intent: SyncIntent, _ synced: SyncedCard?, _ problem: RemoteProblem) {
        let title =
            switch intent.request {
            case .put(let card, _, _): card.title
            case .delete: synced?.link.base.title ?? ""
            }
        if case .rejected(let other?, _, _) = problem {
            outdated.insert(other)
            unsent[intent.record] = CardProblem(address: intent.address, title: title, reason: .remote(problem))
        } else {
            fail(intent.address, title, .remote(problem))
            excluded.insert(intent.record)
        }
    }
}

extension SyncReport {
    mutating func countSent(_ precondition: Precondition) {
        switch precondition {
        case .ifNoneMatch: sent.created += 1
        case .ifMatch: sent.changed += 1
        }
    }
}
