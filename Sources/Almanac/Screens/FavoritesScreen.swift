import Display
import Model
import Navigation

/// What somebody keeps at hand.
struct FavoritesScreen: Screen {
    let title = "favorites"
    let page: Page
    let navigator: any RecordNavigator

    init(_ favorites: [RecordReference], navigator: any RecordNavigator) {
        self.navigator = navigator
        page = Page(
            "Favorites",
            [
                .table(
                    .references(
                        favorites, key: "favorites", title: "Name",
                        placeholder: "None yet: “favorite ADDRESS” keeps one."))
            ])
    }

    var commands: [Command] {
        [
            Command("show", [Parameter("ROW", .row)], about: "the record in that row") { invocation in
                guard let address = invocation.row(invocation.arguments[0]) else { return nil }
                return navigator.didSelect(address)
            }
        ]
    }
}
