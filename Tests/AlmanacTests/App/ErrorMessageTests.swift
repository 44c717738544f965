import Model
import Testing

import enum Model.ExitStatus

@testable import Almanac
@testable import Navigation

/// The wording of error messages.
struct ErrorMessageTests {
    @Test(arguments: [(ImportOutcome.changed, true), (.unchanged, false)])
    func `An error while writing rejected items mentions undo only after a change`(
        outcome: ImportOutcome, isNamed: Bool
    ) {
        #expect(
            RejectsFileProblem(problem: StoreProblem.full, outcome: outcome).description.contains("“undo”") == isNamed)
    }

    @Test(arguments: Problems.all.indices)
    func `Errors are described in complete sentences`(index: Int) {
        let problem = Problems.all[index].problem
        expectSentences(problem.explanation)
        #expect(problem.description == problem.explanation.sentences.joined().description)
    }

    @Test func `Errors have their documented exit statuses`() {
        for (problem, status) in Problems.all {
            #expect(problem.explanation.status == status, "\(problem)")
        }
        #expect(
            [ExitStatus.done, .failed, .wrongUsage, .notFound, .declined, .interrupted].map(\.rawValue) == [
                0, 1, 2, 3, 4, 130,
            ])
    }
}

/// Checks that a report consists of complete sentences without names from the code.
func expectSentences(_ explanation: ErrorReport, _ place: String = "") {
    let text = explanation.sentences.joined().description
    #expect(!explanation.sentences.isEmpty && explanation.sentences.count <= 3)
    for sentence in explanation.sentences.map(\.description) {
        #expect(sentence.last.map { ".?!".contains($0) } == true, "\(place) “\(sentence)” does not end")
        #expect(!sentence.hasPrefix(" ") && !sentence.contains("Usage"), "\(place) \(sentence)")
    }
    for word in [
        "Optional(", "nil", "Swift", "rawValue", "Address(", "Error", "Problem", "Model.", "[\"", "CommandProblem",
        "(code",
    ] {
        #expect(!text.contains(word), "\(place) \(text)")
    }
}

enum Problems {
    static let all: [(problem: any UserFacingError, status: ExitStatus)] =
        commands + records + accounts + blobs + seeds + stores + steps

    private static let leia = RecordReference(address: RecordID(kind: .person, number: 1), name: "Leia Organa")
    private static let command = Command(
        "add", .some("ID", .record()), .yes, about: "x"
    ) { _, _, _ in nil }
    private static let plain = Command("home", about: "x") { _ in nil }

    private static let commands: [(any UserFacingError, ExitStatus)] = [
        (CommandProblem.openQuote("'"), .wrongUsage),
        (CommandProblem.unknownCommand("shwo", suggestions: []), .wrongUsage),
        (CommandProblem.unknownCommand("shwo", suggestions: ["show", "sort"]), .wrongUsage),
        (CommandProblem.unknownOption("--yse", command: command, suggestions: ["--yes"]), .wrongUsage),
        (CommandProblem.unknownOption("--x", command: plain, suggestions: []), .wrongUsage),
        (CommandProblem.unwantedValue(Option("--all", nil, "x"), command: command), .wrongUsage),
        (CommandProblem.missingValue(Option("--limit", "N", "x"), command: command), .wrongUsage),
        (CommandProblem.missingArgument(Parameter("ID", .text), command: command), .wrongUsage),
        (CommandProblem.unwantedArgument("x", command: plain), .wrongUsage),
        (CommandProblem.notANumber(option: "--limit", value: "x"), .wrongUsage),
        (CommandProblem.notAnOrder("mass", known: ["name", "given"]), .wrongUsage),
        (CommandProblem.noSuchRow("7"), .notFound),
        (CommandProblem.notFound("x", suggestions: []), .notFound),
        (CommandProblem.notFound("x y", suggestions: [leia, leia]), .notFound),
        (CommandProblem.ambiguous("x", [leia, leia]), .notFound),
        (CommandProblem.wrongKind(leia.address, wanted: [.group, .planet]), .wrongUsage),
        (CommandProblem.notAField("x"), .wrongUsage), (CommandProblem.unquotedValue("x", line: "y"), .wrongUsage),
        (
            CommandProblem.fields(FieldProblems([.unknown(key: "x", known: ["a", "b"]), .required(field: "Name")])),
            .wrongUsage
        ),
        (
            CommandProblem.fields(
                FieldProblems([
                    .unreadable(field: "Birthday", value: "x", expected: "a date"), .notLabeled(field: "Title"),
                    .notSeveral(field: "Title"),
                ])), .wrongUsage
        ),
        (CommandProblem.notHere("It is not here.", next: "Go there."), .wrongUsage),
        (CommandProblem.promptUnavailable(Prompt("Delete it?", [], flag: "--yes")), .wrongUsage),
        (CommandProblem.promptUnavailable(Prompt("Which?", [])), .wrongUsage),
        (CommandProblem.noWebPage("Leia"), .notFound),
        (CommandProblem.noPhoto("Leia"), .notFound),
        (CommandProblem.unknownPlace("x"), .notFound),
    ]

    private static let records: [(any UserFacingError, ExitStatus)] = [
        (RecordProblem.notFound(leia.address), .notFound),
        (RecordProblem.mergedAndDeleted(leia.address, into: leia.address), .notFound),
        (RecordProblem.deletedDuringEdit(leia.address), .failed),
        (RecordProblem.versionConflict(leia.address, name: "Leia", version: 1, present: 2), .failed),
        (RecordProblem.tooLong(field: "Topic", bytes: 2, limit: 1), .failed),
        (RecordProblem.holdsNul(field: "Topic", position: 3), .failed),
        (RecordProblem.nameTaken(kind: .group, name: "Jedi", by: leia.address), .failed),
    ]

    private static let accounts: [(any UserFacingError, ExitStatus)] = [
        (AccountProblem.notFound(name: "x", known: []), .notFound),
        (AccountProblem.notFound(name: "x", known: ["a", "b"]), .notFound),
        (AccountProblem.nameTaken("x"), .failed),
        (AccountProblem.nameMissing, .wrongUsage),
        (AccountProblem.wrongPassphrase(name: "x"), .failed),
        (AccountProblem.passphraseTooLong(limit: 511), .failed),
        (AccountProblem.passphraseHoldsNul, .failed),
        (AccountProblem.signedOut(action: "change favorites"), .failed),
    ]

    private static let blobs: [(any UserFacingError, ExitStatus)] =
        [
            (BlobProblem.tooLarge(bytes: 2, limit: 1), .failed),
            (BlobProblem.notAnImage(name: "x"), .failed),
            (BlobProblem.unwritable(reason: "It is a folder."), .failed),
        ]
        + [String(repeating: "a0", count: 32)].compactMap { BlobID(rawValue: $0) }.flatMap {
            id -> [(any UserFacingError, ExitStatus)] in
            [
                (BlobProblem.missing(id), .failed), (BlobProblem.changed(id), .failed),
                (BlobProblem.unreadable(id, reason: "It is a folder."), .failed),
            ]
        }

    private static let steps: [(any UserFacingError, ExitStatus)] = [
        (HistoryProblem.lost(Step.ID(rawValue: 1)), .failed),
        (HistoryProblem.unrecoverableRecord(leia.address), .failed),
        (HistoryProblem.accountGone(Step.ID(rawValue: 1)), .failed),
        (UnshownResultProblem(problem: .full), .failed),
        (RejectsFileProblem(problem: StoreProblem.full, outcome: .changed), .failed),
        (RejectsFileProblem(problem: StoreProblem.full, outcome: .unchanged), .failed),
    ]

    private static let seeds: [(any UserFacingError, ExitStatus)] = [
        (SeedProblem.unknownSet("x", known: ["solar"]), .notFound),
        (SeedProblem.badRow(file: "persons.csv", line: 2, column: 3, reason: "Unknown field “x”."), .failed),
        (SeedProblem.badSet(path: "x", reason: "It has no set.json."), .failed),
    ]

    private static let stores: [(any UserFacingError, ExitStatus)] =
        ([
            .missing(path: "/a/b.db"), .empty(path: "/a/b.db"), .notADatabase(path: "/a/b.db"),
            .foreign(path: "/a/b.db"),
            .newer(path: "/a/b.db", version: 9, known: 4), .tooOld(path: "/a/b.db", version: 9, oldest: 21),
            .migrationChanged(version: 2, name: "search"),
            .migrationMissing(version: 2),
            .migrationFailed(version: 2, name: "search", reason: "There is no such table."),
            .notMigrated(path: "/a/b.db"),
            .readOnly(path: "/a/b.db"), .unsafeFolder(path: "/a", reason: "Others can write there."),
            .cannotOpen(path: "/a/b.db", reason: "It is a folder."), .busy(seconds: 5), .full,
            .insufficientSpace(needed: 2, free: 1),
            .damaged(detail: "A page is torn."),
            .io(detail: "It did not sync."), .unknownOutcome(detail: "It did not sync."), .fileExists(path: "/a/b.db"),
            .failed(detail: "It would not."), .fullAtOpening, .moved(path: "/a/b.db"), .tooLong, .outOfMemory,
            .fileTooLong(limit: 4096), .savedUnconfirmed(detail: "It did not sync."),
            .notSaved(detail: "It did not sync."),
            .foreignLog(path: "/a/b.db"), .foreignTrigger(name: "noted", table: "note"),
            .changedTrigger(name: "note_insert_recorded", isMissing: true),
            .changedTrigger(name: "noted", isMissing: false),
            .cannotApprove(path: "/a/approvals", reason: "It is a folder."),
            .beingRead, .notErased(reason: "The disk is full."),
            .cannotSaveSession(path: "/a/sessions/b", reason: "It is a folder."),
            .badBackup(path: "/a/b.db", detail: "A page is torn."), .foreignJournal(path: "/a/b.db"),
            .severalNames(path: "/a/b.db"), .changedView(name: "record"),
            .replacedTable(name: "person"), .unreadableDraft(place: "persons/7/edit"),
        ] as [StoreProblem]).map { ($0, .failed) }
        + [
            (StoreProblem.noForeignTrigger(name: "noted"), .notFound),
            (StoreProblem.folderNotUTF8(path: "b.db"), .wrongUsage),
        ]
}
