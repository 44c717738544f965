import Almanac
import Model
import TestSupport
import Testing

struct FavoritesTests {
    @Test func `favorites require an account`() async throws {
        var app = try await TestApp()
        for line in ["favorites", "favorite persons/1", "unfavorite persons/1", "open favorites"] {
            #expect(try await app.failure(of: line)?.status == .failed)
        }
        #expect(app.place == "home")
    }

    @Test func `favorites can be added, listed, and removed`() async throws {
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

    @Test func `accounts do not share favorites, and back does not open favorites after sign-out`() async throws {
        var app = try await TestApp()
        try await app.send("signup Han", "favorite persons/1", "favorites", "signup Leia", "favorites")
        #expect(app.names == [])
        try await app.send("home", "logout", "guest", "back")
        #expect(app.stage.navigation.path.root != .favorites)
    }
}
