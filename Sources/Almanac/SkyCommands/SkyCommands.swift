import Navigation

/// The commands about the sky above a place.
struct SkyCommands: Responder {
    let commands: [Command]

    init(_ services: Services, in context: FlowContext, resolver: RecordResolver) {
        let places = PlaceReader(
            persons: services.persons, settings: services.settings, context: context, resolver: resolver)
        let favorites = FavoritePlanets(planets: services.planets, context: context)
        commands = [
            SkyCommand(places: places, favorites: favorites, clock: services.clock).command,
            TransitsCommand(
                planets: services.planets, favorites: favorites, places: places, file: services.calendarFile,
                clock: services.clock, resolver: resolver
            ).command,
        ]
    }
}
