import Display
import Model
import Navigation

/// A delegate that opens the records of other kinds that planets link to, and is notified of saved planets.
protocol PlanetsFlowDelegate: PersonNavigator, GroupNavigator, NoteNavigator, FormDelegate {}

/// The coordinator of the planets flow: the list, a body, and the form.
struct PlanetsFlowCoordinator: FlowCoordinator, PlanetNavigator, ListNavigator {
    let planets: any PlanetDataSource
    let persons: any PersonDataSource
    let records: RecordFlowContext
    let pictures: PictureWriter
    let sky: any Responder
    let delegate: any PlanetsFlowDelegate

    let start = RecordLocation<Planet>.standard

    private var context: FlowContext { records.context }
    private var editor: RecordEditor<Planet> { RecordEditor(source: planets, resolver: records.resolver) }

    func screen(for location: RecordLocation<Planet>) async throws -> any Screen {
        switch location {
        case .list(let state):
            return try await PageScreen(
                "planets", state: state,
                of: ListReader(planets, ownedBy: try await records.owner(of: state), in: context),
                at: { .planets(.list($0)) },
                navigator: self)
        case .record(let id):
            let planet = try await planets.record(id)
            return try await PageScreen(
                planet, in: context, others: try await planets.siblings(of: planet),
                derived: planet.content.derivedTable(age: try await context.age(persons)),
                extraCommands: planet.links.parent.map { [parentCommand($0)] } ?? [],
                rows: RowNavigators(persons: delegate, groups: delegate, planets: self, notes: delegate))
        case .edit(let id): return try await records.forms.edit(try await planets.record(id), editor, delegate)
        case .new(let about): return try await records.forms.new(Planet(), about: about, editor, delegate)
        }
    }

    func showList(_ state: ListState<Planet>) -> NavigationAction { .push(.planets(.list(state))) }

    // MARK: - Commands

    var localCommands: [Command] { [.new(.planet, by: records.changes)] }

    var sharedTopics: [Topic] {
        [
            Topic(
                "Astronomy",
                [
                    SystemCommand(planets: planets, today: context.today).command,
                    CompareCommand(planets: planets, resolver: records.resolver).command,
                    PlotCommand(planets: planets, pictures: pictures).command,
                    OrbitsCommand(planets: planets, pictures: pictures, today: context.today).command,
                    SizesCommand(planets: planets, reader: records.bulk.reader, pictures: pictures).command,
                ] + sky.commands)
        ]
    }

    private func parentCommand(_ parent: RecordReference) -> Command {
        Command("parent", about: "Show \(parent.name), the body that this planet orbits") { _ in
            Planet.ID(parent.id).map(didSelect)
        }
    }
}
