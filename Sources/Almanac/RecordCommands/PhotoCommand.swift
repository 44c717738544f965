import Localization
import Model
import Navigation

/// The command that sets, saves, or removes the photo of a person or the picture of a planet.
struct PhotoCommand: Sendable {
    let files: any FileAccess
    let photos: any BlobDataSource
    let resolver: RecordResolver

    var command: Command {
        Command(
            "photo", .argument("ID", .record(.person, .planet)), .optional("FILE", .file),
            Argument.option("--save", "FILE", "Write the photo to a new file", .file),
            Argument.flag("--remove", "Remove the photo"), .dryRun,
            about: "Set, save, or remove the photo of a person or planet",
            examples: [
                "photo persons/7 face.jpg", "photo persons/7 --save face.jpg", "photo persons/7 --remove",
            ], effect: .changes
        ) { invocation, record, source, target, removes, _ in
            let context = invocation.context
            switch (source, target, removes) {
            case (let source?, nil, false):
                return try await resolver.resolving(record) {
                    try await set(source, of: $0, by: resolver.editor(for: $0.kind), in: context)
                }
            case (nil, let target?, false):
                return try await resolver.resolving(record) {
                    try await save(of: $0, by: resolver.editor(for: $0.kind), to: target, in: context)
                }
            case (nil, nil, true):
                return try await resolver.resolving(record) {
                    try await remove(of: $0, by: resolver.editor(for: $0.kind), in: context)
                }
            case (nil, nil, false):
                let address = try await resolver.address(record)
                throw CommandProblem.notHere(
                    "“photo” requires the argument FILE, --save, or --remove.",
                    next: "Use “photo \(address)” with one of them.")
            default:
                throw CommandProblem.notHere(
                    "FILE, --save, and --remove cannot be combined.", next: "Use only one of them.")
            }
        }
    }

    private func set<Content>(
        _ path: String, of address: RecordID, by editor: some RecordOperations<Content>, in context: CommandContext
    ) async throws -> NavigationAction {
        let record = try await editor.record(address)
        let bytes = try await files.read(path, limit: BlobID.maximumBytes)
        let photo = try await photos.store(Photo(bytes: bytes, named: path), in: context)
        var content = record.content
        if let field = Content.photoPath { content[keyPath: field] = photo }
        try await editor.source.update(record, to: content, in: context)
        let name = "\(record.title) (\(record.address))"
        let file: Message = path == "-" ? "standard input" : "\(path)"
        let sentence: Message =
            content == record.content
            ? "Nothing changed: \(name) already has this photo."
            : "Set the photo of \(name) from \(file). Use “undo” to reverse this."
        return .tell(.message(sentence))
    }

    private func remove<Content>(
        of address: RecordID, by editor: some RecordOperations<Content>, in context: CommandContext
    ) async throws -> NavigationAction {
        let record = try await editor.record(address)
        var content = record.content
        if let field = Content.photoPath { content[keyPath: field] = nil }
        try await editor.source.update(record, to: content, in: context)
        let name = "\(record.title) (\(record.address))"
        let sentence: Message =
            content == record.content
            ? "Nothing changed: \(name) does not have a photo."
            : "Removed the photo of \(name). Use “undo” to reverse this."
        return .tell(.message(sentence))
    }

    private func save<Content>(
        of address: RecordID, by editor: some RecordOperations<Content>, to path: String, in context: CommandContext
    ) async throws -> NavigationAction {
        let record = try await editor.record(address)
        let name = record.title
        guard let photo = Content.photoPath.flatMap({ record.content[keyPath: $0] }) else {
            throw CommandProblem.noPhoto(name)
        }
        if let dryRun = context.dryRun {
            let file: Message = path == "-" ? "standard output" : "\(path)"
            dryRun.summarize("This would write the photo of \(name) to \(file).")
            return .stay
        }
        try await files.write(try await photos.load(photo, as: [UInt8].self), to: path)
        // Standard output must contain only the photo.
        if path == "-" { return .tell(.nothing) }
        return .tell(.message("Wrote the photo of \(name) to \(path)."))
    }
}
