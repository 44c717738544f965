import Model
import Navigation

/// The photo of a person, the picture of a planet: taken in from a file, given out to one.
struct PhotoCommand: Sendable {
    let services: Services
    let directory: RecordResolver

    var command: Command {
        Command(
            "photo", [Parameter("ADDRESS", .address([.person, .planet])), Parameter("FILE", .file, .optional)],
            options: [Option("--save", "FILE", "write the photo to a new file", takes: .file), .dryRun],
            about: "of a person or planet",
            examples: ["photo persons/7 face.jpg", "photo persons/7 --save face.jpg"], effect: .changes
        ) { invocation in
            let reference = try await directory.reference(
                invocation.arguments[0], among: [.person, .planet], in: invocation)
            if let path = invocation.value("--save") {
                guard invocation.arguments.count == 1 else {
                    throw CommandProblem.notHere(
                        "A photo is either taken in or given out.", next: "Leave out FILE, or --save.")
                }
                return try await give(reference, to: path, isDryRun: invocation.isDryRun)
            }
            guard invocation.arguments.count == 2 else {
                throw CommandProblem.notHere(
                    "Which file is the photo in?", next: "Write “photo \(reference.address) FILE”, or “--save FILE”.")
            }
            return try await take(invocation.arguments[1], for: reference, isDryRun: invocation.isDryRun)
        }
    }

    private func take(_ path: String, for reference: RecordReference, isDryRun: Bool) async throws -> NavigationAction {
        let bytes = try await services.files.read(path, limit: BlobID.maximumBytes)
        guard ImageType(bytes) != nil else { throw BlobProblem.notAnImage(path: path) }
        let name = "\(reference.name) (\(reference.address))"
        if isDryRun {
            let present = try await photo(of: reference)?.rawValue ?? ""
            throw DryRunResult([RecordChange(record: reference, key: "photo", title: "Photo", from: present, to: path)])
        }
        let blob = try await services.blobs.write(bytes)
        if try await photo(of: reference) == blob {
            return .tell(.message("Nothing changed: \(name) has the photo \(path) already."))
        }
        if let id = Person.ID(reference.address) {
            var person = try await services.persons.record(id)
            person.photo = blob
            _ = try await services.persons.update(id, version: person.version, to: person.content)
        } else if let id = Planet.ID(reference.address) {
            var planet = try await services.planets.record(id)
            planet.picture = blob
            _ = try await services.planets.update(id, version: planet.version, to: planet.content)
        }
        return .tell(.message("\(name) has the photo \(path) now. “undo” takes that back."))
    }

    private func give(_ reference: RecordReference, to path: String, isDryRun: Bool) async throws -> NavigationAction {
        guard let blob = try await photo(of: reference) else { throw CommandProblem.noPhoto(reference.name) }
        if isDryRun {
            return .tell(.message("The photo of \(reference.name) would be written to \(path); nothing was written."))
        }
        try await services.files.write(try await services.blobs.read(blob), to: path)
        // What is on standard output is the photo, and nothing else.
        if path == "-" { return .tell(.nothing) }
        return .tell(.message("Wrote the photo of \(reference.name) to \(path)."))
    }

    private func photo(of reference: RecordReference) async throws -> BlobID? {
        if let id = Person.ID(reference.address) { return try await services.persons.record(id).photo }
        if let id = Planet.ID(reference.address) { return try await services.planets.record(id).picture }
        return nil
    }
}
