import Display
import Interchange
import Model
import Navigation

/// Planets in from catalogues.
struct CatalogExchange: Sendable {
    let services: Services

    func importPlanets(_ files: [SniffedSource], _ request: ImportRequest) async throws -> NavigationAction {
        if let other = files.first(where: { $0.contents != .catalog }) {
            throw CommandProblem.notHere(
                "\(other.source.name) holds no planets, and others of these files do.",
                next: "Import contacts by themselves.")
        }
        if let option = request.optionsForContacts.first {
            throw CommandProblem.notHere(
                "\(option) is for contacts.", next: "Planets are matched by their names, and columns by theirs.")
        }
        let (report, outcome) = try await ImportSafety(services, request).run {
            try await services.imports.take(files.map(\.catalog), telling: $0)
        }
        return .tell(report.page(outcome))
    }
}
