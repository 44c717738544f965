import FoundationEssentials
import Testing

@Suite("Navigation actions are created only by coordinators and navigators")
struct NavigatorSourceTests {
    @Test func `No screen or command creates an action that changes the location`() throws {
        let repository = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let sources = repository + "/Sources/Almanac"
        let files = try FileManager.default.subpathsOfDirectory(atPath: sources).filter { $0.hasSuffix(".swift") }
        var found: [String] = []
        let mayNavigate = ["Coordinator.swift", "AppResponder.swift", "FavoritesPresenter.swift", "Navigators.swift"]
        for file in files where !mayNavigate.contains(where: file.hasSuffix) {
            for line in try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8).split(separator: "\n") {
                // A name before the period calls a method, such as `files.open`.
                let action = line.firstMatch(
                    of: /(^|[^A-Za-z0-9_)]|NavigationAction)\.(push|open|present|restart|dismiss|leave|close)\b/)
                if action != nil { found.append("\(file): \(line)") }
            }
        }
        #expect(files.count > 50)
        #expect(found == [])
    }
}
