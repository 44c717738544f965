import Model
import Navigation

/// The commands about the sky above a place.
struct SkyCommands: Responder {
    private let sky: SkyCommand
    private let transits: TransitsCommand

    init(
        persons: any PersonDataSource, planets: any PlanetDataSource, settings: any SettingsDataSource,
        file: CalendarFile, clock: Clock, context: FlowContext, resolver: RecordResolver
    ) {
        let places = PlaceReader(persons: persons, settings: settings, context: context, resolver: resolver)
        let favorites = FavoritePlanets(planets: planets, context: context)
        sky = SkyCommand(places: places, favorites: favorites, clock: clock)
        transits = TransitsCommand(
            planets: planets, favorites: favorites, places: places, file: file, clock: clock, resolver: resolver)
    }

    var commands: [Command] { [sky.command, transits.command] }
}
