import FoundationEssentials
import Model
import Testing

@testable import Almanac

/// The laws, over every navigation within four moves of the start.
struct NavigationLawsTests {
    static let navigations = reachable(within: 4)
    static let moves = routes.flatMap { [Move.push($0), .replace($0), .present($0)] } + paths.map(Move.open) + [.back, .forward, .dismiss]

    /// Some of every flow, with and without a payload, fitting where the user is or not.
    static let routes: [Route] = [
        .home, .login(.accounts), .login(.signUp), .persons(.standard), .persons(.record(Person.ID(rawValue: 7))),
        .persons(.edit(Person.ID(rawValue: 7))), .groups(.of(ListState())), .favorites, .found(Query("a/b@c d?")),
    ]
    static let paths = ["home", "persons?by=-birthday&all&after=7", "persons/7/edit", "groups/of/7", "notes/new-person-7", "settings/account"]
        .compactMap { Path($0) }

    /// Breadth first; each found once.
    static func reachable(within depth: Int) -> [Navigation] {
        var found = [Navigation()]
        var seen = Set(found)
        var edge = found
        for _ in 0..<depth {
            edge = edge.flatMap { navigation in moves.map { navigation.after($0) } }.filter { seen.insert($0).inserted }
            found += edge
        }
        return found
    }

    @Test func `there are thousands to test`() {
        #expect(Self.navigations.count > 5_000)
        #expect(Self.paths.count == 6)
    }

    @Test func `forward undoes back`() {
        for navigation in Self.navigations {
            let back = navigation.after(.back)
            if back.pile != navigation.pile { #expect(back.after(.forward) == navigation) }
        }
    }

    @Test func `back undoes push`() {
        for navigation in Self.navigations {
            for route in Self.routes {
                let pushed = navigation.after(.push(route))
                if pushed != navigation { #expect(pushed.after(.back).pile == navigation.pile) }
            }
        }
    }

    @Test func `presenting twice is presenting once`() {
        for navigation in Self.navigations {
            for route in Self.routes {
                let presented = navigation.after(.present(route))
                #expect(presented.after(.present(route)) == presented)
            }
        }
    }

    @Test func `a path comes back as it was left`() {
        for navigation in Self.navigations where navigation.path.root != .favorites {
            #expect(navigation.after(.present(.favorites)).after(.dismiss).path == navigation.path)
        }
    }

    @Test func `back always leads out`() {
        for navigation in Self.navigations {
            var place = navigation
            let most = navigation.pile.map(\.routes.count).reduce(0, +)
            for _ in 0..<most { place = place.after(.back) }
            #expect(place.after(.back) == place)
            #expect(place.pile.count == 1 && place.path.routes.count == 1)
        }
    }

    @Test func `every navigation survives JSON`() throws {
        for navigation in Self.navigations {
            let bytes = try JSONEncoder().encode(navigation)
            #expect(try JSONDecoder().decode(Navigation.self, from: bytes) == navigation)
        }
    }

    @Test func `a pile holds each root once and is never empty`() {
        for navigation in Self.navigations {
            #expect(!navigation.pile.isEmpty)
            #expect(Set(navigation.pile.map(\.root)).count == navigation.pile.count)
        }
    }

    @Test func `every path has an address that is read as that path`() {
        for path in Set(Self.navigations.flatMap(\.pile)) {
            #expect(Path(path.description) == path)
        }
    }

    @Test func `replacing keeps the name of a root`() {
        for navigation in Self.navigations {
            for route in Self.routes {
                let replaced = navigation.after(.replace(route))
                #expect(replaced.path.root == navigation.path.root)
                #expect(replaced.path.routes.count == navigation.path.routes.count)
            }
        }
    }
}
