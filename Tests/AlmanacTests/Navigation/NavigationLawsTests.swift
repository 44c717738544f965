import FoundationEssentials
import Model
import Testing

@testable import Almanac

/// The laws, over every navigation within four moves of the start.
struct NavigationLawsTests {
    static let navigations = reachable(within: 4)
    static let moves =
        routes.flatMap { [Move.push($0), .replace($0), .present($0)] } + paths.map(Move.open) + [
            .back, .forward, .dismiss, .restart,
        ]

    /// Some of every flow, with and without a payload, fitting where the user is or not.
    static let routes: [Route] = [
        .home, .login(.accounts), .login(.signUp), .persons(.standard), .persons(.record(Person.ID(rawValue: 7))),
        .persons(.edit(Person.ID(rawValue: 7))), .groups(.of(ListState())), .favorites, .found(Query("a/b@c d?")),
    ]
    static let paths = [
        "home", "persons?by=-birthday&all&after=7", "persons/7/edit", "groups/of/7", "notes/new-person-7",
        "settings/account",
    ]
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

    /// The first navigation for which a law does not hold.
    static func exception(to law: (Navigation) -> Bool) -> Navigation? { navigations.first { !law($0) } }

    @Test func `there are thousands to test`() {
        #expect(Self.navigations.count > 2_000)
        #expect(Self.paths.count == 6)
    }

    @Test func `forward undoes back`() {
        #expect(
            Self.exception { navigation in
                let back = navigation.after(.back)
                return back.pile == navigation.pile || back.after(.forward) == navigation
            } == nil)
    }

    @Test func `back undoes push`() {
        #expect(
            Self.exception { navigation in
                Self.routes.allSatisfy { route in
                    let pushed = navigation.after(.push(route))
                    return pushed == navigation || pushed.after(.back).pile == navigation.pile
                }
            } == nil)
    }

    @Test func `presenting twice is presenting once`() {
        #expect(
            Self.exception { navigation in
                Self.routes.allSatisfy { route in
                    let presented = navigation.after(.present(route))
                    return presented.after(.present(route)) == presented
                }
            } == nil)
    }

    @Test func `what lies beneath a presented path is as it was left`() {
        #expect(
            Self.exception { navigation in
                navigation.path.root == .favorites
                    || navigation.after(.present(.favorites)).after(.dismiss).path == navigation.path
            } == nil)
    }

    @Test func `back always leads out`() {
        #expect(
            Self.exception { navigation in
                let most = navigation.pile.map(\.routes.count).reduce(0, +)
                let end = (0..<most).reduce(navigation) { place, _ in place.after(.back) }
                return end.after(.back) == end && end.pile.count == 1 && end.path.routes.count == 1
            } == nil)
    }

    @Test func `dismissing leads home in the end`() {
        #expect(
            Self.exception { navigation in
                navigation.pile.indices.reduce(navigation) { place, _ in place.after(.dismiss) }.pile == [Path(.home)]
            } == nil)
    }

    @Test func `every navigation survives JSON`() {
        let reader = JSONDecoder()
        let writer = JSONEncoder()
        #expect(
            Self.exception { navigation in
                (try? reader.decode(Navigation.self, from: writer.encode(navigation))) == navigation
            } == nil)
    }

    @Test func `a pile holds each root once and is never empty`() {
        #expect(Self.exception { !$0.pile.isEmpty && Set($0.pile.map(\.root)).count == $0.pile.count } == nil)
    }

    @Test func `every path has an address that is read as that path`() {
        #expect(Set(Self.navigations.flatMap(\.pile)).first { Path($0.description) != $0 } == nil)
    }

    @Test func `another look at a place keeps its root and its depth`() {
        #expect(
            Self.exception { navigation in
                Self.routes.allSatisfy { route in
                    let path = navigation.after(.replace(route)).path
                    return path.root == navigation.path.root && path.routes.count == navigation.path.routes.count
                }
            } == nil)
    }
}
