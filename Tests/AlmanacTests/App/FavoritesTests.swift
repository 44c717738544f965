import Almanac
import Model
import TestSupport
import Testing

struct FavoritesTests {
    @Test func `The first account gets a copy of the guest’s favorites, and both lists are separate afterward`()
        async throws
    {
        var app = try await TestApp()
        try await app.send("favorite persons/1", "favorite planets/earth", "favorite persons/1")
        #expect(app.told?.hasPrefix("Nothing changed") == true)
        try await app.send("favorites")
        #expect(app.names == ["Leia Organa", "Earth"])
        try await app.send("undo --yes", "open favorites")
        #expect(app.names == ["Leia Organa"])
        try await app.send("show persons/1")
        #expect(app.stage.scene.screen.page.isFavorite)
        try await app.send("signup Han", "favorites")
        #expect(app.names == ["Leia Organa"])
        try await app.send("favorite persons/2", "favorites")
        #expect(app.names == ["Leia Organa", "Luke Skywalker"])
        var guest = try await TestApp(of: app.temporary)
        try await guest.send("favorites")
        #expect(guest.names == ["Leia Organa"])
        try await guest.send("unfavorite persons/1", "favorites")
        #expect(guest.names == [])
    }

    @Test func `Favorites can be added, listed, and removed`() async throws {
        var app = try await TestApp()
        try await app.send("signup Han", "show persons/1", "favorite")
        #expect(app.told?.hasPrefix("Leia Organa (persons/1) is now a favorite.") == true)
        #expect(app.stage.scene.screen.page.isFavorite)
        try await app.send("favorite planets/earth", "favorites")
        #expect(Set(app.names) == ["Leia Organa", "Earth"])
        try await app.send("1")
        #expect(app.stage.scene.screen.page.isFavorite)
        try await app.send("unfavorite")
        #expect(!app.stage.scene.screen.page.isFavorite)
        try await app.send("favorites")
        #expect(app.names.count == 1)
    }

    @Test func `The list of favorites can be paged, limited, sorted, and searched`() async throws {
        var app = try await TestApp(pageSize: 2)
        try await app.send("signup Han", "favorite persons/3", "favorite planets/earth", "favorite persons/1")
        try await app.send("favorites")
        #expect(app.names == ["Han Solo", "Earth"])
        try await app.send("next")
        #expect(app.names == ["Leia Organa"])
        try await app.send("previous", "sort name")
        #expect(app.place == "favorites?by=name" && app.names == ["Earth", "Leia Organa"])
        try await app.send("next")
        #expect(app.names == ["Han Solo"])
        try await app.send("/leia")
        #expect(app.place == "favorites?by=name&text=leia" && app.names == ["Leia Organa"])
        try await app.send("favorites --limit 1")
        #expect(app.place == "favorites?limit=1" && app.names == ["Han Solo"])
        #expect(try await app.failure(of: "sort birthday")?.status == .wrongUsage)
    }

    @Test(arguments: ["where kind = person", "where kind=person", "where person"])
    func `where limits favorites to one kind of record`(line: String) async throws {
        var app = try await TestApp()
        try await app.send("signup Han", "favorite persons/1", "favorite planets/earth", "favorites", line)
        #expect(app.place == "favorites?kind=person" && app.names == ["Leia Organa"])
        #expect(app.stage.scene.screen.title == "favorites where kind = person")
        try await app.send("where")
        #expect(app.place == "favorites" && app.names.count == 2)
        #expect(try await app.failure(of: "where kind = star")?.status == .wrongUsage)
    }

    @Test func `done closes the favorites and returns to the screen below`() async throws {
        var app = try await TestApp()
        try await app.send("signup Han", "favorite persons/1", "persons", "favorites", "sort name", "done")
        #expect(app.place == "persons")
        #expect(app.stage.navigation.visits.allSatisfy { $0.path.root != .favorites })
    }

    @Test func `The list of favorites stays below the records opened from it until the list is closed`() async throws {
        var app = try await TestApp()
        try await app.send("favorite persons/1", "groups", "favorites", "show 1")
        #expect(app.place == "persons/1")
        try await app.send("back")
        #expect(app.place == "favorites")
        try await app.send("show 1", "planets", "show planets/earth")
        #expect(app.stage.scene.chain.map(\.name).suffix(2) == ["FavoritesPresenter", "AppResponder"])
        try await app.send("done")
        #expect(app.place == "groups")
        #expect(try await app.failure(of: "done") != nil)
        #expect(app.stage.navigation.visits.allSatisfy { $0.path.root != .favorites })
    }

    @Test func `Accounts do not share favorites, and back does not open favorites after sign-out`() async throws {
        var app = try await TestApp()
        try await app.send("signup Han", "favorite persons/1", "favorites", "signup Leia", "favorites")
        #expect(app.names == [])
        try await app.send("home", "logout", "guest", "back")
        #expect(app.stage.navigation.path.root != .favorites)
    }
}
