import Ephemerides
import Interchange
import Localization
import Model
import Navigation

/// A place from which the sky is observed.
struct ObserverPlace: Hashable, Sendable {
    /// The name of the person at the place, with the label of the position; empty for a position from an argument or
    /// the settings.
    var name = ""
    let position: GeographicPosition

    var observer: Observer { Observer(latitude: position.latitude, longitude: position.longitude) }

    var shortDescription: String { name.isEmpty ? "\(position)" : name }

    var description: String { name.isEmpty ? "\(position)" : "\(name), \(position)" }
}

/// A place given as an argument: a position, or a person with a position.
enum PlaceArgument: Hashable, Sendable {
    case position(GeographicPosition)
    case person(RecordArgument)

    fileprivate var text: String {
        switch self {
        case .position(let position): position.description
        case .person(let person): person.description
        }
    }
}

extension ValueParser where Value == PlaceArgument {
    /// A parser for a latitude and a longitude, or for a person.
    fileprivate static var place: ValueParser {
        ValueParser(
            .record([.person]),
            parse: { word, invocation in
                if let position = GeographicPosition(word) { return .position(position) }
                guard word.contains(where: \.isLetter) || word.allSatisfy(\.isNumber) else {
                    throw CommandProblem.notHere(
                        "Invalid position “\(word)”.",
                        next: "Use a latitude of up to 90° and a longitude of up to 180°, such as 50.94,6.96.")
                }
                return .person(RecordArgument(text: word, row: invocation.row(word), kinds: [.person]))
            }, describe: \.text)
    }
}

extension Argument where Value == PlaceArgument? {
    static var place: Argument {
        option("--from", "PLACE", "Set the place to LAT,LON or a person’s position", .place)
    }
}

extension Argument where Value == [PlaceArgument] {
    static var places: Argument {
        options("--from", "PLACE", "Add a place: LAT,LON or a person’s position", .place)
    }
}

/// A reader that determines the place of an observer from arguments, the settings, or the user’s own card.
struct PlaceReader: Sendable {
    let persons: any PersonDataSource
    let settings: any SettingsDataSource
    let context: FlowContext
    let resolver: RecordResolver

    /// Returns the given place or, by default, the place in the settings or on the user’s own card, if any.
    func place(_ argument: PlaceArgument?) async throws -> ObserverPlace? {
        switch argument {
        case .position(let position): return ObserverPlace(position: position)
        case .person(let word):
            let person = try await resolver.resolving(word) { id in
                try await persons.record(Person.ID(rawValue: id.number))
            }
            guard let place = Self.place(of: person.content) else { throw Self.unknown(of: person) }
            return place
        case nil: break
        }
        if let position = try await settings.settings().place { return ObserverPlace(position: position) }
        guard let account = context.session.account, let card = try await context.accounts.account(account)?.card
        else { return nil }
        return try await persons.records([.init(rawValue: card.id.number)]).first
            .flatMap { Self.place(of: $0.content) }
    }

    /// Returns the given places without duplicates or, if no places are given, the default place, if any.
    func places(_ arguments: [PlaceArgument]) async throws -> [ObserverPlace] {
        guard !arguments.isEmpty else { return try await place(nil).map { [$0] } ?? [] }
        var places: [ObserverPlace] = []
        for argument in arguments {
            guard let place = try await place(argument), !places.contains(place) else { continue }
            places.append(place)
        }
        return places
    }

    /// Returns the place as ``place(_:)`` does.
    ///
    /// - Throws: `CommandProblem` if no place is set.
    func requiredPlace(_ argument: PlaceArgument?) async throws -> ObserverPlace {
        guard let place = try await place(argument) else { throw Self.missing }
        return place
    }

    static var missing: CommandProblem {
        .notHere(
            "No place is set.", next: "Use “--from LAT,LON” or “--from PERSON”, or enter a place in “settings”.")
    }

    /// Returns a person’s position with the label `home` or, if there is none, the first position, including the
    /// positions of postal addresses.
    private static func place(of person: Person) -> ObserverPlace? {
        let all = person.positions + ContactCard.positionsOfAddresses(in: person.card)
        let places = all.compactMap { position -> (label: String, ObserverPlace)? in
            guard let place = GeographicPosition(position.value) else { return nil }
            let name = position.label.isEmpty ? person.title : "\(person.title) (\(position.label))"
            return (position.label, ObserverPlace(name: name, position: place))
        }
        return (places.first { PlaceWords(label: $0.label) == .home } ?? places.first)?.1
    }

    private static func unknown(of person: Record<Person>) -> CommandProblem {
        .notHere(
            "\(person.title) has no position.",
            next: "Use “edit \(person.recordID) position=LAT,LON” to set it, or use “--from LAT,LON”.")
    }
}
