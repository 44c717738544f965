import Model
import Sync

import enum Model.ExitStatus

@testable import Almanac
@testable import Navigation

/// Errors of each kind, whose values all differ.
enum Problems {
    typealias Case = (problem: any UserFacingError, status: ExitStatus)

    static let all: [Case] = groups.sorted { $0.key < $1.key }.flatMap(\.value)

    static let groups: [String: [Case]] = [
        "commands": commands, "values": values, "records": records, "accounts": accounts, "photos": blobs,
        "seeds": seeds, "stores": stores, "steps": steps, "archives": archives, "files": files, "remotes": remotes,
        "servers": servers,
    ]

    private static let leia = RecordReference(id: RecordID(kind: .person, number: 1), name: "Leia Organa")
    private static let han = RecordReference(id: RecordID(kind: .person, number: 2), name: "Han Solo")
    private static let jedi = RecordID(kind: .group, number: 3)
    private static let command = Command(
        "add", .some("ID", .record()), .flag(.yes), about: "x"
    ) { _, _, _ in nil }
    private static let plain = Command("home", about: "x") { _ in nil }

    private static let commands: [Case] = [
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
        (CommandProblem.notFound("x y", suggestions: [leia, han]), .notFound),
        (CommandProblem.ambiguous("x", [leia, han]), .notFound),
        (CommandProblem.wrongKind(leia.id, wanted: [.group, .planet]), .wrongUsage),
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
        (CommandProblem.noResponder(for: "list"), .wrongUsage),
        (CommandProblem.unknownCommand("shwo", suggestions: ["show"], line: "shwo"), .wrongUsage),
        (CommandProblem.unknownCommand("shwo", suggestions: ["show"], line: "shwo leia"), .wrongUsage),
        (CommandProblem.unknownCommand("leia", suggestions: [], line: "leia organa"), .wrongUsage),
        (CommandProblem.misplacedOption("--database", command: command), .wrongUsage),
        (CommandProblem.unwantedWords(["type", "=", "moon"], of: "planets", filtering: .planet), .wrongUsage),
        (CommandProblem.unwantedWords(["leia"], of: "persons", filtering: .person), .wrongUsage),
        (CommandProblem.partOfName("le", [leia, han]), .notFound),
        (CommandProblem.ownerUnknown("a b@c.example", [leia, han]), .notFound),
        (CommandProblem.notThen(leia.id, "20 Nov"), .notFound),
        (CommandProblem.notThen(leia.id, "2026-11-20T18:00"), .notFound),
        (CommandProblem.emptyRecord(.group), .wrongUsage),
        (CommandProblem.noSystem("alpha centauri"), .notFound),
        (CommandProblem.ambiguousStar("gj", ["GJ 1", "GJ 2"]), .notFound),
    ]

    private static let values: [Case] = [
        (CommandProblem.noSuchValue(field: "Email", "work", count: 0), .notFound),
        (CommandProblem.noSuchValue(field: "Email", "work", count: 3), .notFound),
        (CommandProblem.notAStep("x"), .wrongUsage), (CommandProblem.notATime("x"), .wrongUsage),
        (CommandProblem.ambiguousTime("1/2", ["2026-01-02", "2026-02-01"]), .wrongUsage),
        (CommandProblem.unusual([ValueWarning("Email looks odd.")]), .wrongUsage),
        (CommandProblem.unusual([ValueWarning("City is missing.", isAboutParts: true)]), .wrongUsage),
        (
            CommandProblem.unusual([ValueWarning("One is odd."), ValueWarning("City is missing.", isAboutParts: true)]),
            .wrongUsage
        ),
    ]

    private static let records: [Case] = [
        (RecordProblem.notFound(leia.id), .notFound),
        (RecordProblem.mergedAndDeleted(leia.id, into: han.id), .notFound),
        (RecordProblem.deletedDuringEdit(leia.id), .failed),
        (RecordProblem.versionConflict(leia.id, name: "Leia", version: 1, existing: 2), .failed),
        (RecordProblem.tooLong(field: "Topic", bytes: 2, limit: 1), .failed),
        (RecordProblem.holdsNul(field: "Topic", position: 3), .failed),
        (RecordProblem.nameTaken(kind: .group, name: "Jedi", by: jedi), .failed),
        (RecordProblem.versionConflict(leia.id, name: "Leia", version: 3, existing: 2), .failed),
        (RecordProblem.uidTaken(leia.id, by: han), .failed),
        (RecordProblem.noFreeID(.planet, last: 5), .failed),
        (RecordProblem.membersBySearch(jedi, search: "force"), .failed),
        (RecordProblem.membersByFilter(jedi, filter: "city = Coruscant"), .failed),
        (RecordProblem.membersArePlanets(jedi, filter: "moons > 1"), .failed),
        (RecordProblem.mixedGroup(name: "Jedi"), .wrongUsage),
        (RecordProblem.badFilter(jedi, of: .person, filter: "city =", reason: "A value is missing."), .failed),
    ]

    private static let accounts: [Case] = [
        (AccountProblem.notFound(name: "x", known: []), .notFound),
        (AccountProblem.notFound(name: "x", known: ["a", "b"]), .notFound),
        (AccountProblem.nameTaken("x"), .failed),
        (AccountProblem.nameMissing, .wrongUsage),
        (AccountProblem.wrongPassphrase(name: "x"), .failed),
        (AccountProblem.passphraseTooLong(limit: 511), .failed),
        (AccountProblem.passphraseHoldsNul, .failed),
        (AccountProblem.signedOut(action: "change favorites"), .failed),
        (AccountProblem.notSignedIn(name: "Han", path: "/a/sessions/b", reason: "The disk is full."), .failed),
        (AccountProblem.removed, .failed),
    ]

    private static let blobs: [Case] =
        [
            (BlobProblem.tooLarge(bytes: 2, limit: 1), .failed),
            (BlobProblem.notAnImage(name: "x"), .failed),
            (BlobProblem.unwritable(reason: "It is a folder."), .failed),
        ]
        + [String(repeating: "a0", count: 32)].compactMap { BlobID(rawValue: $0) }.flatMap {
            id -> [Case] in
            [
                (BlobProblem.missing(id), .failed), (BlobProblem.changed(id), .failed),
                (BlobProblem.unreadable(id, reason: "It is a folder."), .failed),
            ]
        }

    private static let steps: [Case] = [
        (HistoryProblem.lost(Step.ID(rawValue: 1)), .failed),
        (HistoryProblem.unrecoverableRecord(leia.id), .failed),
        (HistoryProblem.accountGone(Step.ID(rawValue: 1)), .failed),
        (UnshownResultProblem(problem: .full), .failed),
        (RejectsFileProblem(problem: StoreProblem.full, outcome: .changed), .failed),
        (RejectsFileProblem(problem: StoreProblem.full, outcome: .unchanged), .failed),
        (HistoryProblem.noStep(step), .notFound), (HistoryProblem.nothingToUndo, .failed),
        (HistoryProblem.nothingToRedo, .failed), (HistoryProblem.undoneAlready(step), .failed),
        (HistoryProblem.redoneAlready(step), .failed),
        (HistoryProblem.notUndone(step), .failed),
        (HistoryProblem.uidTaken(step, leia.id, by: han, isRedo: false), .failed),
        (HistoryProblem.uidTaken(step, leia.id, by: han, isRedo: true), .failed),
        (HistoryProblem.purged(step), .failed), (HistoryProblem.accountNameTaken(step, "Han"), .failed),
        (HistoryProblem.notInTrash(leia.id), .notFound),
        (HistoryProblem.didNotExist(leia.id, at: Timestamp(secondsSince1970: 0)), .notFound),
        (HistoryProblem.changedSince(step, differences, isRedo: false), .failed),
        (HistoryProblem.changedSince(step, differences.suffix(1), isRedo: true), .failed),
    ]

    private static let step = Step.ID(rawValue: 7)

    private static let differences: [HistoryProblem.Difference] = [
        HistoryProblem.Difference(subject: .record(leia), fields: ["Title", "Nickname"], by: nil),
        HistoryProblem.Difference(subject: .record(leia), fields: ["Title"], by: later(.outside)),
        HistoryProblem.Difference(
            subject: .account(name: "Han"), fields: [], by: later(.command("signup Han", by: nil))),
        HistoryProblem.Difference(subject: .account(name: ""), fields: [], by: later(.outside)),
    ]

    private static func later(_ origin: Step.Origin) -> Step {
        Step(
            id: Step.ID(rawValue: 9), time: Timestamp(secondsSince1970: 0), origin: origin, role: .edit,
            isUndone: false, records: 1)
    }

    private static let archives: [Case] = [
        (ArchiveProblem.notEmpty, .failed),
        (ArchiveProblem.unreadable(file: "all.json", line: 4, reason: "Expected a value."), .failed),
        (ArchiveProblem.newer(file: "all.json", version: 9), .failed), (ArchiveProblem.changedDuringExport, .failed),
        (ArchiveProblem.contradiction("The photo differs."), .failed), (ArchiveProblem.dangling(nil), .failed),
        (ArchiveProblem.dangling("persons/1"), .failed),
    ]

    private static let files: [Case] = [
        (FileExistsProblem(path: "a.ics"), .failed),
        (EditingProblem.noEditor("vi", reason: "It does not exist."), .failed),
        (EditingProblem.noFile(path: "/a", reason: "The disk is full."), .failed),
        (EditingProblem.failed("vi", status: 5, kept: nil), .failed),
        (EditingProblem.failed("vi", status: 5, kept: "/a/b"), .failed),
    ]

    private static let remotes: [Case] = [
        (RemoteCommandProblem.unknown("home", known: []), .notFound),
        (RemoteCommandProblem.unknown("home", known: ["work", "team"]), .notFound),
        (RemoteCommandProblem.exists("home"), .failed), (RemoteCommandProblem.sameBook(as: "home"), .failed),
        (RemoteCommandProblem.synchronizedElsewhere("home"), .failed),
        (RemoteCommandProblem.changedSinceReview("home"), .failed),
        (RemoteCommandProblem.relativePath("home"), .failed),
        (RemoteCommandProblem.unknownConflict(SyncConflict.ID(rawValue: 3)), .notFound),
        (SyncStoreProblem.outdated, .failed),
        (SyncStoreProblem.invalid(card, .tooLong(field: "Topic", bytes: 2, limit: 1)), .failed),
        (HTTPProblem.missingLibrary(name: "libcurl.so.4", package: "libcurl4"), .failed),
        (HTTPProblem.untrustedServer(secure, reason: "self-signed certificate"), .failed),
        (HTTPProblem.credentialsNotPermitted(secure), .declined),
        (HTTPProblem.credentialsNotPermitted(open), .declined), (HTTPProblem.redirectNotPermitted(secure), .declined),
        (DiscoveryProblem.noAddressBooks(WebURL(origin: open, path: "/book/")), .notFound),
    ]

    private static let card = CardAddress(rawValue: "leia.vcf")
    private static let secure = Origin(isSecure: true, host: "cloud.example.org", port: 8443)
    private static let open = Origin(isSecure: false, host: "nas.example.org")

    private static let servers: [Case] =
        ([
            .preconditionFailed, .missing, .rejected(uidOf: card), .rejected(uidOf: nil, status: 409, reason: "odd"),
            .rejected(uidOf: nil, reason: "no-uid-conflict"), .withoutStrongETag, .tooLarge, .busy(seconds: nil),
            .busy(seconds: 1), .busy(seconds: 2), .storageFull(), .storageFull(reason: "quota-not-exceeded"),
            .failed(status: 500), .failed(status: 500, reason: "odd"), .disconnected(wasSent: true, reason: ""),
            .disconnected(wasSent: false, reason: "odd"), .timedOut(wasSent: true), .unconfirmed, .webPage,
            .invalidToken, .unauthorized, .tokenRejected, .forbidden(), .forbidden(status: 403, reason: "odd"),
            .fileError(code: 13), .invalidResponse(reason: "no status"),
        ] as [RemoteProblem]).map { ($0, .failed) }

    private static let seeds: [Case] = [
        (SeedProblem.unknownSet("x", known: ["solar"]), .notFound),
        (SeedProblem.badRow(file: "persons.csv", line: 2, column: 3, reason: "Unknown field “x”."), .failed),
        (SeedProblem.badSet(path: "x", reason: "It has no set.json."), .failed),
    ]

    private static let stores: [Case] =
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
            .cannotWrite(path: "/a/b.db", reason: "It is a folder."),
            .unconfirmed(path: "/a/b.db", reason: "It did not sync."),
        ] as [StoreProblem]).map { ($0, .failed) }
        + [
            (StoreProblem.noForeignTrigger(name: "noted"), .notFound),
            (StoreProblem.missingCopy(path: "/a/b.db"), .failed), (StoreProblem.missingFolder("/a"), .failed),
            (StoreProblem.notInBackup(leia.id, path: "/a/b.db"), .notFound),
            (StoreProblem.folderNotUTF8(path: "b.db"), .wrongUsage),
        ]
}
