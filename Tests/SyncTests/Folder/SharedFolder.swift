import FileIO
import Foundation
import Interchange
import Sync
import TestSupport

/// A folder of contacts that khard edits and that vdirsyncer copies to and from a second folder.
@MainActor
final class SharedFolder {
    nonisolated static let areProgramsInstalled = ["khard", "vdirsyncer"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let folder: TemporaryFolder
    private let book: FolderBook
    private let store = InMemoryStore()
    private var random: SeededGenerator
    private var values = TypedValues()

    init(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        book = FolderBook(folder: folder.file("here"), now: { .seconds(Date().timeIntervalSince1970) })
        random = SeededGenerator(seed: seed)
        for name in ["here", "there"] {
            try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: false)
        }
        try folder.write(Array(Self.khardSettings(folder).utf8), to: "khard.conf")
        try folder.write(Array(Self.vdirsyncerSettings(folder).utf8), to: "vdirsyncer.conf")
        // vdirsyncer rejects a folder from which all files were removed, so one contact remains.
        try store.add(TestCard(uid: "first", ["FN:First", "N:First;;;;"]))
        try run("vdirsyncer", "discover")
    }

    /// Makes changes on all sides and exchanges them.
    func runRound() async throws {
        try edit()
        if random.happens(oneIn: 2) { try editWithKhard() }
        try await synchronize()
        try editThere()
        try run("vdirsyncer", "sync")
        try await synchronize()
        try check()
    }

    private func synchronize() async throws {
        let report = try await Synchronizer(book, with: store).run()
        guard report.isInSync else { throw Failure(description: "\(report)") }
    }

    // MARK: - Edits

    private func edit() throws {
        let cards = store.cards().filter { $0.uid != "first" }
        guard !cards.isEmpty, !random.happens(oneIn: 3) else {
            try store.add(newCard())
            return
        }
        let card = random.pick(cards)
        if random.happens(oneIn: 6) {
            values.forget(card.lines)
            try store.delete(card.uid)
        } else {
            let line = "TEL;TYPE=\(random.pick(["HOME", "WORK"])):\(values.typed())"
            try store.edit(card.uid) { $0.append(line) }
        }
    }

    private func editWithKhard() throws {
        let cards = try cards(in: "here").values.map(\.card).filter { $0.uid != "first" }.sorted { $0.uid < $1.uid }
        guard !cards.isEmpty, !random.happens(oneIn: 3) else {
            let form =
                "First name : \(values.typed())\nLast name : \(values.typed())\nPhone :\n    home : \(values.typed())\n"
            try folder.write(Array(form.utf8), to: "form")
            try run("khard", "new", "-a", "contacts", "-i", folder.file("form"))
            return
        }
        let card = random.pick(cards)
        if random.happens(oneIn: 6) {
            values.forget(card.lines)
            try run("khard", "remove", "--force", "uid:\(card.uid)")
        } else {
            let form = try run("khard", "show", "--format", "yaml", "uid:\(card.uid)")
            let note = "Note: \(values.typed())"
            let lines = form.split(separator: "\n", omittingEmptySubsequences: false).map {
                $0.hasPrefix("Note:") ? note : String($0)
            }
            values.forget(card.lines.filter { $0.hasPrefix("NOTE") })
            try folder.write(Array(lines.joined(separator: "\n").utf8), to: "form")
            try run("khard", "edit", "-i", folder.file("form"), "uid:\(card.uid)", input: "y\n")
        }
    }

    /// Adds a card to the second folder, or changes or removes one of its cards that has not changed in the first
    /// folder since vdirsyncer copied it.
    private func editThere() throws {
        let (here, there) = (try cards(in: "here"), try cards(in: "there"))
        let unchanged = there.values.filter { $0.card.uid != "first" && here[$0.card.uid]?.text == $0.text }
        let cards = unchanged.sorted { $0.card.uid < $1.card.uid }
        guard !cards.isEmpty, !random.happens(oneIn: 3) else {
            let card = newCard()
            return try folder.write(card.text, to: "there/\(card.uid).vcf")
        }
        var (name, _, card) = random.pick(cards)
        if random.happens(oneIn: 6) {
            values.forget(card.lines)
            FileSystem.remove(folder.file("there/\(name)"))
        } else {
            card.lines.append("EMAIL:\(values.typed())@b.c")
            try folder.write(card.text, to: "there/\(name)")
        }
    }

    private func newCard() -> TestCard {
        let name = values.typed()
        return TestCard(uid: values.unused(), ["FN:\(name)", "N:\(name);;;;", "NOTE:\(values.typed())"])
    }

    private func check() throws {
        let records = Dictionary(store.cards().map { ($0.uid, Set(TypedValues.values(in: $0.lines))) }) { first, _ in
            first
        }
        for name in ["here", "there"] {
            let cards = try cards(in: name).mapValues { Set(TypedValues.values(in: $0.card.lines)) }
            guard cards == records else { throw Failure(description: "\(name): \(cards), database: \(records)") }
        }
        let lost = values.current.subtracting(records.values.reduce(into: []) { $0.formUnion($1) })
        guard lost.isEmpty else { throw Failure(description: "lost: \(lost.sorted())") }
    }

    // MARK: - Files and programs

    private func cards(in name: String) throws -> [String: (name: String, text: [UInt8], card: TestCard)] {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.file(name))
        let cards = try files.filter { $0.hasSuffix(".vcf") }.map { file in
            let text = try folder.bytes("\(name)/\(file)")
            return (name: file, text: text, card: TestCard(try VCard(text)))
        }
        let unique = Dictionary(cards.map { ($0.card.uid, $0) }) { first, _ in first }
        guard unique.count == cards.count else { throw Failure(description: "\(name) has two cards with one UID") }
        return unique
    }

    @discardableResult
    private func run(_ program: String, _ arguments: String..., input: String = "") throws -> String {
        let ending = try ChildProcess.run(
            "/usr/bin/\(program)", ["-c", folder.file("\(program).conf")] + arguments, input: input,
            environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path, "LC_ALL": "C.UTF-8"])
        guard ending.status == 0 else {
            throw Failure(description: "\(program) \(arguments): \(ending.output) \(ending.errors)")
        }
        return ending.output
    }

    private static func khardSettings(_ folder: TemporaryFolder) -> String {
        """
        [addressbooks]
        [[contacts]]
        path = \(folder.file("here"))
        [general]
        default_action = list
        [vcard]
        preferred_version = 3.0

        """
    }

    private static func vdirsyncerSettings(_ folder: TemporaryFolder) -> String {
        let storages = ["here", "there"].map { name in
            """
            [storage \(name)]
            type = "filesystem"
            path = "\(folder.file(name))"
            fileext = ".vcf"

            """
        }
        return """
            [general]
            status_path = "\(folder.file("status"))"
            [pair contacts]
            a = "here"
            b = "there"
            collections = null

            """ + storages.joined()
    }
}
