import Display
import Model
import Navigation

/// One record, by its address or any of its names: now, as it was, or with where its values are from.
struct ShowCommand: Sendable {
    let services: Services
    let directory: RecordResolver
    let session: Session
    let scenes: any SceneProvider

    var command: Command {
        Command(
            "show", .argument("ADDRESS", .recordOrRow),
            Argument.option(
                "--at", "DATE", "as it was then: at the end of a day, or at a time as 2026-11-20T18:00",
                .time(services.clock)),
            Argument.flag("--sources", "where each value is from, and who has changed it"),
            about: "one record, now or as it was, or where its values are from",
            examples: [
                "show persons/7", "show planets/earth", "show 'Leia Organa'", "show dimidium", "show trappist-1",
                "show persons/7 --at 2026-11-20", "show persons/7 --at 2026-11-20T18:00",
                "show planets/earth --sources",
            ]
        ) { _, record, time, withSources in
            if withSources {
                guard time == nil else {
                    throw CommandProblem.notHere("--sources tells of what is there now.", next: "Leave --at out.")
                }
                return try await sources(of: record)
            }
            if let time { return try await show(record, at: time) }
            // The place itself says where a person went who was merged into another.
            if let id = RecordID(record.text) { return .open(id.path) }
            return try await show(record)
        }
    }

    /// A name that no record has may be that of a star, which leads to its system.
    private func show(_ record: RecordWord) async throws -> NavigationAction {
        do {
            let reference = try await directory.reference(record)
            guard let name = alias(record, of: reference), session != .signedOut
            else { return .open(reference.address.path) }
            let place = NavigationStack().after(.open(reference.address.path))
            var page = try await scenes.scene(for: place).screen.page
            page.blocks.insert(.message(["“\(name)” is listed as \(reference.name)."]), at: 0)
            return .all([.open(reference.address.path), .tell(page)])
        } catch let problem as CommandProblem {
            guard case .notFound = problem,
                let system = try await SystemCommand(planets: services.planets).page(of: record.text)
            else { throw problem }
            return .tell(system)
        }
    }

    /// The name by which a planet was asked for, where its page has another one in its title.
    private func alias(_ record: RecordWord, of reference: RecordReference) -> String? {
        guard reference.address.kind == .planet, record.row == nil else { return nil }
        let name = record.text.hasPrefix("planets/") ? String(record.text.dropFirst("planets/".count)) : record.text
        let isSame = Self.key(of: name) == Self.key(of: reference.name)
        return isSame ? nil : name
    }

    /// Case, blanks and hyphens do not matter.
    private static func key(of name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

    private func show(_ record: RecordWord, at time: GivenTime) async throws -> NavigationAction {
        let gone = try await directory.addressEvenIfGone(record)
        do {
            return .tell(try await directory.editor(for: gone.kind).page(of: gone, at: time.time, services.clock))
        } catch HistoryProblem.didNotExist(let address, _) {
            throw CommandProblem.notThen(address, time.text)
        }
    }

    private func sources(of record: RecordWord) async throws -> NavigationAction {
        let address = try await directory.address(record)
        var account: String?
        if let id = session.account { account = try await services.accounts.account(id)?.name }
        let reader = SourcesReader(history: services.history, clock: services.clock, account: account)
        return .tell(try await directory.editor(for: address.kind).sources(of: address, by: reader))
    }
}

/// A time as it was written.
private struct GivenTime: Sendable {
    let text: String
    let time: Timestamp
}

extension ValueParser where Value == GivenTime {
    fileprivate static func time(_ clock: Clock) -> ValueParser {
        ValueParser(
            .text, parse: { word, _ in GivenTime(text: word, time: try clock.time(word)) }, describe: \.text)
    }
}
