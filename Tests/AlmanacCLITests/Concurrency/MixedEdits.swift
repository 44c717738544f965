import SQLite
import TestSupport

/// A script of mixed commands, and the contents of the database after each of them.
struct MixedEdits {
    struct Content: Hashable {
        /// The nicknames by given name.
        var nicknames: [String: String] = [:]
        var topics: Set<String> = []

        init() {}

        init(of path: String) throws {
            let connection = try Connection(at: path, mode: .readWrite)
            let persons = try connection.all("SELECT given, nickname FROM person") {
                ($0[0] as String, $0[1] as String)
            }
            nicknames = Dictionary(persons) { first, _ in first }
            topics = Set(try connection.all("SELECT topic FROM note") { $0[0] as String })
        }
    }

    private(set) var lines: [String] = []
    /// The contents before the first line and after each line.
    private(set) var contents: [Content]

    init(from content: Content, count: Int, chance: inout SeededGenerator) {
        contents = [content]
        let round = chance.number(below: 1_000_000_000)
        for number in 0..<count { add("R\(round)N\(number)", &chance) }
    }

    /// Inserts a command at the beginning that loads persons with the given names.
    mutating func seed(_ folder: String, _ names: [String]) {
        lines.insert("seed \(folder)", at: 0)
        let seeded = contents.map { content in
            var content = content
            for name in names { content.nicknames[name] = "" }
            return content
        }
        contents.insert(contents[0], at: 0)
        contents.replaceSubrange(1..., with: seeded)
    }

    private mutating func add(_ name: String, _ chance: inout SeededGenerator) {
        var content = contents[contents.count - 1]
        let known = content.nicknames.keys.sorted()
        if lines.count > 1, lines.last != "undo", chance.happens(oneIn: 6) {
            lines.append("undo")
            return contents.append(contents[contents.count - 2])
        }
        switch known.isEmpty ? 0 : chance.number(below: 10) {
        case 0...4:
            lines.append("new person given=\(name) email.work=a@b.example")
            content.nicknames[name] = ""
        case 5...7:
            let person = chance.pick(known)
            lines.append("edit \(person) nickname=\(name)")
            content.nicknames[person] = name
        case 8:
            let person = chance.pick(known)
            lines.append("delete \(person) --yes")
            content.nicknames[person] = nil
        default:
            lines.append("note \(chance.pick(known)) text --topic \(name)")
            content.topics.insert(name)
        }
        contents.append(content)
    }
}
