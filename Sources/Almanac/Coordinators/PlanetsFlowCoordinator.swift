import Model
import Navigation

/// The coordinator of the planets flow: the list, a body, and the form.
struct PlanetsFlowCoordinator: FlowCoordinator, PlanetNavigator {
    let planets: any PlanetDataSource
    let persons: any PersonDataSource
    let context: FlowContext
    let forms: FormMaker
    let delegate: any RecordNavigator & NoteNavigator

    func screen(for location: RecordLocation<Planet>) async throws -> any Screen {
        switch location {
        case .list(let state):
            return try await PageScreen(
                "planets", state: state, of: ListReader(planets, in: context), at: { .planets(.list($0)) },
                didSelect: didSelect)
        case .record(let id):
            let planet = try await planets.record(id)
            return try await PageScreen(
                planet, in: context, derived: planet.content.derivedTable(age: try await context.age(persons)),
                navigator: delegate, extraCommands: planet.links.parent.map { [parentCommand($0)] } ?? [])
        case .edit(let id):
            return try await forms.edit(try await planets.record(id), source: planets, delegate: delegate)
        case .new(let about): return try await forms.new(Planet(), about: about, source: planets, delegate: delegate)
        }
    }

    func didSelect(_ planet: Planet.ID) -> NavigationAction { .push(.planets(.record(planet))) }

    private func parentCommand(_ parent: RecordReference) -> Command {
        Command("parent", about: "Show \(parent.name), the body that this planet orbits") { _ in
            delegate.didSelect(parent.address)
        }
    }
}
