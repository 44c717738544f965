import Display
import Interchange
import Model
import Synchronization

/// Planets in from catalogues.
struct CatalogueExchange: Sendable {
    let services: Services

    func take(_ files: [BegunSource], _ invocation: Invocation) async throws -> Move {
        if let other = files.first(where: { $0.contents != .catalogue }) {
            throw CommandProblem.notHere(
                "\(other.source.name) holds no planets, and others of these files do.",
                next: "Import contacts by themselves.")
        }
        for option in ["--map", "--on-duplicate"] where invocation.has(option) {
            throw CommandProblem.notHere(
                "\(option) is for contacts.", next: "Planets are matched by their names, and columns by theirs.")
        }
        let path = invocation.isRehearsed ? nil : invocation.value(ImportCommand.rejects)
        let rejects = try await path.asyncMap { try await services.files.create($0, replacing: false) }
        defer { rejects?.discard() }
        var plan = CataloguePlan()
        if let rejects {
            // Rows stand below the header of their own file.
            let last = Mutex<[UInt8]>([])
            plan.reject = { row, header in
                let isAnother = last.withLock { last in
                    defer { last = header }
                    return last != header
                }
                try rejects.write((isAnother ? header : []) + row.bytes)
            }
        }
        let progress = services.configuration.progress
        plan.progress = { done, total in progress(SeedProgress(done: done, total: total.map { max($0, done) } ?? 0)) }
        if !invocation.isRehearsed { _ = try await services.keeper.backUpBefore(.import) }
        let report = try await services.imports.take(files.map(\.catalogue), by: plan)
        try rejects?.finish()
        return .tell(report.page(isRehearsed: invocation.isRehearsed))
    }
}
