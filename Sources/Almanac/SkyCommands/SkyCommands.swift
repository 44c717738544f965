import Navigation

/// The commands about the sky above a place.
struct SkyCommands: Responder {
    private let sky: SkyCommand
    private let transits: TransitsCommand

    init(_ services: Services, in context: FlowContext, resolver: RecordResolver) {
        let places = PlaceReader(
            persons: services.persons, settings: services.settings, context: context, resolver: resolver)
        let favorites = FavoritePlanets(planets: services.planets, context: context)
        sky = SkyCommand(places: places, favorites: favorites, clock: services.clock)
        transits = TransitsCommand(
            planets: services.planets, favorites: favorites, places: places, file: services.calendarFile,
            clock: services.clock, resolver: resolver)
    }

    var commands: [Command] { [sky.command, transits.command] }
}
