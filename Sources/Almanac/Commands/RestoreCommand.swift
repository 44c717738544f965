import Display
import Model

/// The store, or single records, out of a backup: `restore FILE`, `restore FILE ADDRESS…`.
struct RestoreCommand: Sendable {
    let keeper: any StoreKeeper

    var command: Command {
        Command(
            "restore", [Parameter("FILE", .file), Parameter("ADDRESS", .address, .any)], options: [.yes],
            about: "everything, or records, from a backup",
            examples: ["restore almanac-2026.db", "restore almanac-2026.db persons/7"], effect: .changes
        ) { invocation in
            let addresses = try invocation.arguments.dropFirst().map { word in
                guard let address = Address(word) else {
                    throw CommandProblem.notHere(
                        "“\(word)” is no address.", next: "Write it as the backup has it, such as persons/7.")
                }
                return address
            }
            let path = invocation.arguments[0]
            return addresses.isEmpty
                ? try await restore(path, in: invocation) : try await restore(addresses, from: path)
        }
    }

    /// Everything, after asking; those who look at something that may be gone then are led home.
    func restore(_ path: String, in invocation: Invocation) async throws -> Move {
        guard invocation.has("--yes") else {
            return ConfirmationPresenter(
                question: "Put \(path) in place of everything there is now? That is backed up first.",
                line: Words.joined(["restore", path, "--yes"]), flag: "--yes"
            ).present()
        }
        let report = try await keeper.restore(from: path)
        let page = Page(
            "Restored",
            [
                .record(
                    [Field("path", "From", .text(report.path))] + Field.counts(report.counts)
                        + [
                            Field("photos", "Photos", .integer(report.photos)),
                            Field("before", "What was there before", report.before.map { .text($0) } ?? .none),
                        ])
            ])
        return invocation.isInteractive ? .all([.restart, .tell(page)]) : .tell(page)
    }

    func restore(_ addresses: [Address], from path: String) async throws -> Move {
        let restored = try await keeper.restore(addresses, from: path)
        let sentences = restored.map { record in
            ([record.sentence] + record.left).joined(separator: " ")
        }
        return .tell(.message(sentences.joined(separator: "\n\n")))
    }
}

extension RestoredRecord {
    fileprivate var sentence: String {
        let name = "\(record.name) (\(record.address))"
        return switch outcome {
        case .changed: "\(name) is as it was in the backup. “undo” takes that back."
        case .unchanged: "\(name) is as it was in the backup already."
        case .broughtBack: "\(name) is back. “undo” takes that back."
        }
    }
}
