import Display
import Synchronization
import Testing

@testable import Navigation

@Suite struct CandidateTests {
    private final class CreatedTopics: Sendable {
        private let names = Mutex<[String]>([])

        var all: [String] { names.withLock { $0 } }

        func topic(of name: String) -> Topic { Topic("A topic", self.commands(name)) }

        private func commands(_ name: String) -> [Command] {
            names.withLock { $0.append(name) }
            return [Command(name, about: "Do nothing") { _ in .stay }]
        }
    }

    private struct ListingScreen: Screen {
        let topics: [Topic]
        var commands: [Command] { topics.flatMap(\.commands) }
        var page: Page { Page("A page", []) }
    }

    @Test func `Finding a command does not create the topics that follow its topic`() {
        let created = CreatedTopics()
        let scene = Scene(
            screen: ListingScreen(topics: ["a", "b"].map(created.topic)), flows: [],
            app: ListingScreen(topics: ["c", "b", "d"].map(created.topic)), breadcrumbs: [])
        #expect(scene.candidates(named: "b").first { _ in true }?.isOfScreen == true)
        #expect(created.all == ["a", "b"])
    }

    @Test func `Commands with the same name are found in responder chain order`() {
        let created = CreatedTopics()
        let scene = Scene(
            screen: ListingScreen(topics: ["a", "b"].map(created.topic)), flows: [],
            app: ListingScreen(topics: ["c", "b", "d"].map(created.topic)), breadcrumbs: [])
        #expect(scene.candidates(named: "b").map(\.isOfScreen) == [true, false])
        #expect(scene.candidates(named: "e").map(\.isOfScreen).isEmpty)
    }
}
