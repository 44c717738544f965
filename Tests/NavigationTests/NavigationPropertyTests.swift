import FoundationEssentials
import Model
import TestSupport
import Testing

@testable import Navigation

/// Properties of all navigation stacks within four actions of the start. By default, the tests cover half of the stacks
/// within three actions, but at least 300.
@Suite(.long("every sequence of four actions"))
struct NavigationPropertyTests {
    static let navigations = reachable(within: Soak.isOn ? 4 : 3)
    static let tested = Soak.sample(navigations, max(300, navigations.count / 2))
    static let moves =
        routes.flatMap { [NavigationAction.push($0), .replace($0), .present($0)] } + paths.map(NavigationAction.open)
        + [
            .back, .forward, .dismiss, .leave, .restart,
        ]

    /// Routes of several flows, with and without a payload.
    static let routes: [Route] = [
        .home, .login(.accounts), .login(.signUp(.name)), .login(.signUp(.card)), .persons(.standard),
        .persons(.record(Person.ID(rawValue: 7))), .persons(.edit(Person.ID(rawValue: 7))), .groups(.of(ListState())),
        .favorites(FavoritesState()), .found(Query("a/b@c d?")), .importReview(ImportReview(["a/b c.vcf"])),
        .duplicates(.pair(PersonPair(Person.ID(rawValue: 7), Person.ID(rawValue: 9)))),
    ]
    static let paths = [
        "home", "persons?by=-birthday&all&after=7", "persons/7/edit", "groups/of/7", "notes/new-person-7",
        "settings/account",
    ]
    .compactMap { Path($0) }

    /// Returns the navigation stacks that are reachable within a number of actions, breadth first.
    static func reachable(within depth: Int) -> [NavigationStack] {
        var found = [NavigationStack()]
        var seen = Set(found)
        var edge = found
        for _ in 0..<depth {
            edge = edge.flatMap { navigation in moves.map { navigation.after($0) } }.filter { seen.insert($0).inserted }
            found += edge
        }
        return found
    }

    /// Returns the first navigation stack that violates a property, if any.
    static func exception(to law: (NavigationStack) -> Bool) -> NavigationStack? { tested.first { !law($0) } }

    @Test func `The property tests cover hundreds of navigation stacks`() {
        #expect(Self.tested.count > (Soak.isOn ? 2_000 : 200))
        #expect(Self.paths.count == 6)
    }

    @Test func `forward undoes back`() {
        #expect(
            Self.exception { navigation in
                let back = navigation.after(.back)
                return back.visits == navigation.visits || back.after(.forward) == navigation
            } == nil)
    }

    /// Returns the navigation stack without forms at the top.
    static func closingForm(_ navigation: NavigationStack) -> NavigationStack {
        navigation.top.isForm ? closingForm(navigation.after(.leave)) : navigation
    }

    /// Returns the navigation stack to which `back` returns after a push or open action. The action keeps an open form if
    /// it opens a child or the same location, and otherwise closes the form.
    static func origin(of move: NavigationAction, at navigation: NavigationStack) -> NavigationStack {
        if case .push(let route) = move, navigation.top.child(route.name) == route { return navigation }
        return navigation.after(move) == navigation ? navigation : closingForm(navigation)
    }

    @Test func `back undoes push, except that it does not reopen a form`() {
        #expect(
            Self.exception { navigation in
                Self.routes.allSatisfy { route in
                    let (before, pushed) = (
                        Self.origin(of: .push(route), at: navigation), navigation.after(.push(route))
                    )
                    let isSeen = pushed.path.isSameList(as: before.path)
                    return isSeen || pushed.after(.back).visits == before.visits
                }
            } == nil)
    }

    @Test func `Only the location on screen can be a form`() {
        #expect(Self.exception { $0.visits.dropLast().allSatisfy { !$0.path.top.isForm } } == nil)
    }

    @Test func `A path created from a route ends in that route and round-trips through text`() {
        for route in Self.routes + Self.paths.flatMap(\.routes) {
            #expect(Path(route).top == route)
            #expect(Path(Path(route).description) == Path(route))
        }
    }

    @Test func `After push or open, back returns to the previous location or the location below a previous form`() {
        #expect(
            Self.exception { navigation in
                (Self.routes.map(NavigationAction.push) + Self.paths.map(NavigationAction.open)).allSatisfy { move in
                    let there = navigation.after(move)
                    let before = Self.origin(of: move, at: navigation).path
                    return there.path.isSameList(as: before) || there.after(.back).path == before
                }
            } == nil)
    }

    @Test func `The leave action clears the forward entries`() {
        #expect(Self.exception { $0.after(.leave).ahead.isEmpty } == nil)
    }

    @Test func `A navigation stack does not exceed its limit, and repeated back reaches a root`() {
        var navigation = NavigationStack()
        for number in 1...200 as ClosedRange<Int64> {
            navigation = navigation.after(.push(RecordID(kind: .person, number: number).route))
            #expect(navigation.visits.count <= NavigationStack.limit)
        }
        for _ in 1...400 { navigation = navigation.after(.back) }
        #expect(navigation.visits.count == 1 && navigation.path.routes.count == 1)
    }

    @Test(arguments: [
        "{\"visits\":[],\"ahead\":[]}", "{\"visits\":[{\"path\":\"persons/7\",\"entrance\":-9}],\"ahead\":[]}",
    ])
    func `A damaged state file is rejected or restores a valid location`(text: String) {
        guard let navigation = try? JSONDecoder().decode(NavigationStack.self, from: Data(text.utf8)) else { return }
        #expect(navigation.after(.back).after(.back).path == Path(.persons(.standard)))
    }

    @Test func `A state file with favorites in the default state is restored`() throws {
        let text = "{\"visits\":[{\"path\":\"favorites\",\"entrance\":1}],\"ahead\":[]}"
        let navigation = try JSONDecoder().decode(NavigationStack.self, from: Data(text.utf8))
        #expect(navigation.top == .favorites(FavoritesState()))
    }

    @Test func `Presenting a screen is idempotent`() {
        #expect(
            Self.exception { navigation in
                Self.routes.allSatisfy { route in
                    let presented = navigation.after(.present(route))
                    return presented.after(.present(route)) == presented
                }
            } == nil)
    }

    @Test func `Dismissing the presented favorites returns to the previous path or the path below a previous form`() {
        #expect(
            Self.exception { navigation in
                Self.closingForm(navigation).path.root == .favorites
                    || navigation.after(.present(.favorites(FavoritesState()))).after(.dismiss).path
                        == Self.closingForm(navigation).path
            } == nil)
    }

    @Test func `Repeated back always ends at the root of the first entry`() {
        #expect(
            Self.exception { navigation in
                let most = navigation.visits.map(\.path.routes.count).reduce(0, +)
                let end = (0..<most).reduce(navigation) { place, _ in place.after(.back) }
                return end.after(.back) == end && end.visits.count == 1 && end.path.routes.count == 1
            } == nil)
    }

    @Test func `Repeated dismissal returns home`() {
        #expect(
            Self.exception { navigation in
                navigation.visits.indices.reduce(navigation) { place, _ in place.after(.dismiss) }.visits
                    == NavigationStack().visits
            } == nil)
    }

    @Test func `Navigation stacks round-trip through JSON`() {
        let reader = JSONDecoder()
        let writer = JSONEncoder()
        #expect(
            Self.exception { navigation in
                (try? reader.decode(NavigationStack.self, from: writer.encode(navigation))) == navigation
            } == nil)
    }

    @Test func `A navigation stack is never empty, and the entrance of each entry is at least 1`() {
        #expect(Self.exception { !$0.visits.isEmpty && $0.visits.allSatisfy { $0.entrance >= 1 } } == nil)
        #expect(Self.exception { $0.visits[0].entrance == 1 } == nil)
    }

    @Test func `Paths of navigation stacks round-trip through text`() {
        #expect(Set(Self.navigations.flatMap { $0.visits.map(\.path) }).first { Path($0.description) != $0 } == nil)
    }

    @Test func `Replacing the current route keeps the root and the depth of the path`() {
        #expect(
            Self.exception { navigation in
                Self.routes.allSatisfy { route in
                    let path = navigation.after(.replace(route)).path
                    return path.root == navigation.path.root && path.routes.count == navigation.path.routes.count
                }
            } == nil)
    }
}
