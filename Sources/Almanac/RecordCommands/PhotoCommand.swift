import Model
import Navigation

/// The photo of a person, the picture of a planet: taken in from a file, given out to one.
struct PhotoCommand: Sendable {
    let services: Services
    let directory: RecordResolver

    var command: Command {
        Command(
            "photo", .argument("ID", .record(.person, .planet)), .optional("FILE", .file),
            Argument.option("--save", "FILE", "write the photo to a new file", .file), .dryRun,
            about: "of a person or planet",
            examples: ["photo persons/7 face.jpg", "photo persons/7 --save face.jpg"], effect: .changes
        ) { invocation, record, source, target, isDryRun in
            if let target {
                guard source == nil else {
                    throw CommandProblem.notHere(
                        "A photo is either taken in or given out.", next: "Leave out FILE, or --save.")
                }
                return try await directory.resolving(record) { try await save(of: $0, to: target, isDryRun: isDryRun) }
            }
            guard let source else {
                let address = try await directory.address(record)
                throw CommandProblem.notHere(
                    "Which file is the photo in?", next: "Write “photo \(address) FILE”, or “--save FILE”.")
            }
            return try await directory.resolving(record) { try await set(source, of: $0, in: invocation.context) }
        }
    }

    private func set(_ path: String, of address: RecordID, in context: CommandContext) async throws -> NavigationAction
    {
        if let id = Planet.ID(address) {
            return try await set(path, as: \.picture, of: id, from: services.planets, in: context)
        }
        return try await set(
            path, as: \.photo, of: Person.ID(rawValue: address.number), from: services.persons, in: context)
    }

    private func set<Content>(
        _ path: String, as field: WritableKeyPath<Content, BlobID?>, of id: TypedRecordID<Content>,
        from source: some RecordDataSource<Content>, in context: CommandContext
    ) async throws -> NavigationAction {
        let record = try await source.record(id)
        let bytes = try await services.files.read(path, limit: BlobID.maximumBytes)
        guard ImageType(bytes) != nil else { throw BlobProblem.notAnImage(path: path) }
        var content = record.content
        content[keyPath: field] = try await services.blobs.write(bytes, in: context)
        try await source.update(record, to: content, in: context)
        let name = "\(record.content.title) (\(record.address))"
        return .tell(
            .message(
                content == record.content
                    ? "Nothing changed: \(name) has the photo \(path) already."
                    : "\(name) has the photo \(path) now. “undo” takes that back."))
    }

    private func save(of address: RecordID, to path: String, isDryRun: Bool) async throws -> NavigationAction {
        let (name, photo) = try await photo(of: address)
        guard let photo else { throw CommandProblem.noPhoto(name) }
        if isDryRun {
            return .tell(.message("The photo of \(name) would be written to \(path); nothing was written."))
        }
        try await services.files.write(try await services.blobs.read(photo), to: path)
        // What is on standard output is the photo, and nothing else.
        if path == "-" { return .tell(.nothing) }
        return .tell(.message("Wrote the photo of \(name) to \(path)."))
    }

    private func photo(of address: RecordID) async throws -> (name: String, BlobID?) {
        if let id = Planet.ID(address) {
            let planet = try await services.planets.record(id)
            return (planet.content.title, planet.picture)
        }
        let person = try await services.persons.record(Person.ID(rawValue: address.number))
        return (person.content.title, person.photo)
    }
}
