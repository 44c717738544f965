import Display
import Model
import Navigation

/// One record, by its address or any of its names: now, as it was, or with where its values are from.
struct ShowCommand: Sendable {
    let coordinator: AppCoordinator

    private var directory: RecordResolver { coordinator.directory }
    private var services: Services { coordinator.services }

    var command: Command {
        Command(
            "show", [Parameter("ADDRESS", .anyAddress)], options: [.at, .sources],
            about: "one record, now or as it was, or where its values are from",
            examples: [
                "show persons/7", "show planets/earth", "show 'Leia Organa'", "show dimidium", "show trappist-1",
                "show persons/7 --at 2026-11-20", "show persons/7 --at 2026-11-20T18:00",
                "show planets/earth --sources",
            ]
        ) { invocation in
            let word = invocation.arguments[0]
            if invocation.has(Option.sources.name) { return try await sources(of: word, in: invocation) }
            if let date = invocation.value("--at") { return try await show(word, at: date, in: invocation) }
            // The place itself says where a person went who was merged into another.
            if let address = RecordID(word) { return .open(address.path) }
            return try await show(word, in: invocation)
        }
    }

    /// A name that no record has may be that of a star, which leads to its system.
    private func show(_ word: String, in invocation: Invocation) async throws -> NavigationAction {
        do {
            let reference = try await directory.reference(named: word, in: invocation)
            guard let name = alias(word, of: reference, in: invocation), await coordinator.session.session != .signedOut
            else { return .open(reference.address.path) }
            let place = NavigationStack().after(.open(reference.address.path))
            var page = try await coordinator.scene(for: place).screen.page
            page.blocks.insert(.message(["“\(name)” is listed as \(reference.name)."]), at: 0)
            return .all([.open(reference.address.path), .tell(page)])
        } catch let problem as CommandProblem {
            guard case .notFound = problem,
                let system = try await SystemCommand(planets: services.planets).page(of: word)
            else { throw problem }
            return .tell(system)
        }
    }

    /// The name by which a planet was asked for, where its page has another one in its title.
    private func alias(_ word: String, of reference: RecordReference, in invocation: Invocation) -> String? {
        guard reference.address.kind == .planet, invocation.row(word) == nil else { return nil }
        let name = word.hasPrefix("planets/") ? String(word.dropFirst("planets/".count)) : word
        let isSame = Self.key(of: name) == Self.key(of: reference.name)
        return isSame ? nil : name
    }

    /// Case, blanks and hyphens do not matter.
    private static func key(of name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

    private func show(_ word: String, at date: String, in invocation: Invocation) async throws -> NavigationAction {
        let time = try services.clock.time(date)
        let gone = try await directory.addressEvenIfGone(word, in: invocation)
        do {
            return .tell(try await directory.editor(for: gone.kind).page(of: gone, at: time, services.clock))
        } catch HistoryProblem.notThere(let address, _) {
            throw CommandProblem.notThen(address, date)
        }
    }

    private func sources(of word: String, in invocation: Invocation) async throws -> NavigationAction {
        guard !invocation.has("--at") else {
            throw CommandProblem.notHere("--sources tells of what is there now.", next: "Leave --at out.")
        }
        let address = try await directory.reference(named: word, in: invocation).address
        let id = await coordinator.session.session.account
        var account: String?
        if let id { account = try await services.accounts.account(id)?.name }
        let reader = SourcesReader(history: services.history, clock: services.clock, account: account)
        return .tell(try await directory.editor(for: address.kind).sources(of: address, by: reader))
    }
}

extension RecordResolver {
    /// The record a word stands for; at the prompt a number is a row.
    fileprivate func reference(named word: String, in invocation: Invocation) async throws -> RecordReference {
        if invocation.isInteractive, Int(word) != nil, invocation.row(word) == nil {
            throw CommandProblem.noSuchRow(word)
        }
        return try await reference(word, in: invocation)
    }
}
