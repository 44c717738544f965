import Model

/// Deleted records: looked at, brought back, forgotten for ever.
struct TrashCommands: Responder {
    let reader: HistoryReader
    let directory: Directory

    private var history: any HistoryDataSource { reader.history }

    var commands: [Command] {
        [
            Command("trash", options: [.limit], about: "deleted records, the last deleted first") { invocation in
                .open(Path(.trash(TrashState(limit: try invocation.number("--limit")))))
            },
            Command(
                "restore", [Parameter("ADDRESS", .trash, .many)],
                about: "deleted records from the trash, whole", examples: ["restore persons/7"], effect: .changes
            ) { invocation in
                let addresses = invocation.arguments.compactMap { invocation.row($0) ?? Address($0) }
                guard addresses.count == invocation.arguments.count else {
                    return try await restoreBackup(invocation.arguments[0], invocation.arguments.dropFirst())
                }
                return try await restore(addresses.unique)
            },
            Command(
                "purge", [Parameter("ADDRESS", .trash, .any)],
                options: [Option("--all", nil, "everything in the trash"), .yes],
                about: "deleted records for ever, after asking", examples: ["purge persons/7", "purge --all"],
                effect: .changes, run: purge),
        ]
    }

    // MARK: - Back

    private func restore(_ addresses: [Address]) async throws -> Move {
        try await history.restore(addresses)
        var restored: [Reference] = []
        for address in addresses.prefix(5) { restored.append(try await directory.reference(address.description)) }
        return .tell(.message("Restored \(restored.sample(of: addresses.count)). “undo” takes that back."))
    }

    /// A store, or records of it, from a backup.
    private func restoreBackup(_ path: String, _ addresses: ArraySlice<String>) async throws -> Move {
        throw CommandProblem.notHere(
            "“\(path)” is no address of a record in the trash.", next: "“trash” lists what can be restored.")
    }

    // MARK: - Gone for ever

    @Sendable private func purge(_ invocation: Invocation) async throws -> Move {
        let remains = try await chosen(in: invocation)
        guard !remains.isEmpty else { return .tell(.message("The trash is empty.")) }
        guard invocation.has("--yes") else {
            let words = invocation.has("--all") ? ["--all"] : remains.map(\.record.address.description)
            return ConfirmationPresenter(
                question:
                    "Purge \(remains.map(\.record).sample(of: remains.count)) for ever? Only a backup could bring that back.",
                line: Words.joined(["purge"] + words + ["--yes"]), flag: "--yes"
            ).present()
        }
        try await history.purge(remains.map(\.record.address))
        return .tell(.message("Purged \(remains.map(\.record).sample(of: remains.count)) for ever."))
    }

    private func chosen(in invocation: Invocation) async throws -> [Remains] {
        if invocation.has("--all") {
            guard invocation.arguments.isEmpty else {
                throw CommandProblem.notHere("Everything, or some?", next: "Leave out the addresses, or --all.")
            }
            return try await reader.remains()
        }
        guard !invocation.arguments.isEmpty else {
            throw CommandProblem.notHere("What shall be purged?", next: "Write “purge ADDRESS…” or “purge --all”.")
        }
        let addresses = try invocation.arguments.map { word in
            guard let address = invocation.row(word) ?? Address(word) else {
                throw CommandProblem.notHere("“\(word)” is no address.", next: "“trash” lists what there is to purge.")
            }
            return address
        }
        return try await reader.remains(of: addresses.unique)
    }
}

extension [Reference] {
    /// The first of so many, by name and address.
    fileprivate func sample(of total: Int) -> String {
        let sample = prefix(5).map { "\($0.name) (\($0.address))" }.joined(separator: ", ")
        return total > 5 ? "\(sample) and \(total - 5) more" : sample
    }
}

extension [Address] {
    /// Each once, in their order.
    var unique: [Address] {
        var seen: Set<Address> = []
        return filter { seen.insert($0).inserted }
    }
}
