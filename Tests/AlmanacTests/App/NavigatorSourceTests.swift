import TestSupport
import Testing

@Suite("Actions that open or close locations are created only by coordinators and navigators")
struct NavigatorSourceTests {
    @Test func `No screen or command creates an action that opens or closes a location`() throws {
        let repository = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let sources = repository + "/Sources/Almanac"
        // If a name precedes the period, a method is called, such as `files.open`.
        let action = #"(^|[^A-Za-z0-9_)]|NavigationAction)\.(push|open|present|restart|dismiss|leave|close)\b"#
        func found(_ words: [String] = []) throws -> [Substring] {
            try ChildProcess.run("/usr/bin/grep", ["-rE", action, sources] + words).output.split(separator: "\n")
        }
        let navigators = ["Coordinator.swift", "AppResponder.swift", "FavoritesPresenter.swift", "Navigators.swift"]
        #expect(try found().count > 20)
        #expect(try found(navigators.map { "--exclude=*\($0)" }) == [])
    }
}
