import FoundationEssentials
import Model
import TestSupport
import Testing

@testable import Almanac
@testable import Navigation

struct NavigationCrawlerTests {
    private static func graph(of app: TestApp) async throws -> NavigationGraph {
        let signedOut = CurrentSession(.signedOut, accounts: app.services.accounts)
        return try await NavigationCrawler(
            AppCoordinator(services: app.services, session: app.session),
            AppCoordinator(services: app.services, session: signedOut)
        ).graph()
    }

    /// The navigation graph for a guest.
    private static let guestGraph = Task { try await graph(of: TestApp()) }

    @Test(.long("crawls the graph of a guest and of an account"))
    func `The crawler reaches exactly the expected kinds of locations`() async throws {
        let app = try await TestApp()
        let places = try await Self.guestGraph.value.places
        let expected: Set = [
            "home", "persons", "persons/#", "persons/#/edit", "persons/new", "groups", "groups/#", "groups/#/edit",
            "groups/new",
            "groups/of", "groups/of/#", "planets", "planets/#", "planets/#/edit", "planets/new", "notes", "notes/#",
            "notes/#/edit",
            "notes/new", "found", "history", "history/#", "history/person-#", "history/group-#", "history/planet-#",
            "history/note-#", "trash", "birthdays", "duplicates", "settings", "settings/account", "login",
            "login/signup",
            "login/forgotten",
        ]
        #expect(places.subtracting(["settings/account", "favorites"]) == expected.subtracting(["settings/account"]))

        guard Soak.isOn else { return }
        try await app.session.become(.account(app.services.accounts.add(name: "Han", passphrase: nil).id))
        let more = try await Self.graph(of: app).places
        #expect(more.symmetricDifference(expected) == ["favorites", "login/#"])
    }

    @Test func `A cancelled task does not return an incomplete graph`() async throws {
        let app = try await TestApp()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await NavigationCrawler(AppCoordinator(services: app.services, session: app.session)).graph()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `The graph has fewer than 50 edges and one node for commands that are available everywhere`()
        async throws
    {
        let edges = try await Self.guestGraph.value.edges
        for place in ["home", "persons", "persons/new", "settings", "trash"] {
            let origins = edges.filter { $0.key.to == place && $0.value != ["done"] }.map(\.key.from)
            #expect(origins == ["anywhere"], "\(place)")
        }
        #expect(edges[NavigationGraph.Edge(from: "persons", to: "persons/#")] == ["show"])
        #expect(edges[NavigationGraph.Edge(from: "groups", to: "groups/of")] == ["of"])
        #expect(edges.count < 50)
    }

    @Test func `Every location except the login screens has a path that opens it from home`() async throws {
        var app = try await TestApp()
        for place in try await Self.guestGraph.value.places where !place.hasPrefix("login") {
            let address = place.split(separator: "#", omittingEmptySubsequences: false).joined(separator: "1")
            try await app.send("home", "open \(address)")
            #expect(app.place == address)
        }
    }

    @Test(.long("crawls the graph again"), .enabled(if: Soak.isOn, "runs with ALMANAC_SOAK"))
    func `graph prints the crawler’s graph and does not change persons, drafts, or the session`()
        async throws
    {
        var app = try await TestApp()
        try await app.send("open persons/1/edit", "title=Senator", "home")
        let before = try await contents(of: app)
        try await app.send("persons", "graph")
        #expect(app.told?.hasSuffix(try await Self.guestGraph.value.graphviz) == true)
        #expect(try await contents(of: app) == before)
        #expect(app.session.session == .guest)
        #expect(try await app.services.accounts.lastSession() == .guest)
    }

    private func contents(of app: TestApp) async throws -> [String] {
        var all: [String] = []
        for number in 1...5 as ClosedRange<Int64> {
            all.append("\(try await app.services.persons.record(Person.ID(rawValue: number)))")
        }
        for place in try await app.services.drafts.places(of: nil).sorted() {
            all.append("\(place) \(String(describing: try await app.services.drafts.draft(at: place, of: nil)))")
        }
        return all
    }

    @Test func `The navigation graph is written as DOT source`() async throws {
        let lines = try await Self.guestGraph.value.graphviz.split(separator: "\n")
        #expect(lines.first == "digraph almanac {" && lines.last == "}")
        let edge = #/\s+"[a-z#/-]+" -> "[a-z#/-]+" \[label="[a-z]+(\\n[a-z]+)*"\];/#
        for line in lines.dropFirst(3).dropLast() { #expect(line.wholeMatch(of: edge) != nil, "\(line)") }
        #expect(lines.count > 30)
    }
}
