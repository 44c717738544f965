import Interchange
import Model
import Testing

@testable import Sync

@Suite struct ReportMessageTests {
    private static let address = CardAddress(rawValue: "a.vcf")

    @Test(arguments: [
        RemoteProblem.preconditionFailed, .missing, .rejected(uidOf: nil), .rejected(uidOf: address), .tooLarge,
        .withoutStrongETag,
        .busy(seconds: 7), .busy(seconds: nil), .failed(status: 500), .disconnected(wasSent: true, reason: ""),
        .disconnected(wasSent: true, reason: "Could not resolve host: x"), .timedOut(wasSent: true), .invalidToken,
        .unauthorized, .tokenRejected, .forbidden(), .storageFull(), .unconfirmed, .webPage,
        .fileError(code: 28), .invalidResponse(reason: "no sync token"),
    ])
    func `Every remote failure has a message in complete sentences`(problem: RemoteProblem) {
        let sentences = problem.explanation.sentences
        #expect(sentences.allSatisfy { $0.description.hasSuffix(".") })
        #expect(problem.explanation.status == .failed)
    }

    @Test(arguments: [
        (
            RemoteProblem.forbidden(status: 403, reason: "need-privileges"),
            """
            The server denied access to the address book or card with status 403. The account lacks a required privilege. \
            Check its permissions.
            """
        ),
        (
            .failed(status: 500, reason: "Out of memory"),
            "The server reports error 500. The server reports: Out of memory. Try again later."
        ),
        (
            .storageFull(reason: "quota-not-exceeded"),
            """
            The storage of the server is full. The quota of the account is exceeded. Free space on the server, then \
            synchronize again.
            """
        ),
        (
            .rejected(uidOf: nil, status: 415, reason: "valid-address-data"),
            "The server rejected the card with status 415. The server does not accept the card as a valid vCard."
        ),
        (.tokenRejected, "The server rejected the token. Check whether it is complete and still valid."),
        (.webPage, "The server responded with a web page. Check the URL, the user name, and the password."),
    ])
    func `The message for a failure describes the server’s error condition in words`(
        problem: RemoteProblem, message: String
    ) {
        #expect(problem.explanation.sentences.map(\.description).joined(separator: " ") == message)
    }

    @Test(arguments: [
        (CardProblem.Reason.unreadable(.noCard), "a.vcf does not contain a vCard."),
        (.unreadable(.severalCards), "a.vcf contains several cards. Move each card to a separate file."),
        (.unreadable(.malformed(reason: "Reason.")), "a.vcf is not a valid vCard. Reason."),
        (
            .unusable(.notAFile),
            "a.vcf is not a regular file with a UTF-8 name. Rename it or move it out of the folder."
        ),
        (
            .unusable(.conflictCopy),
            "a.vcf is a conflict copy. Copy its changes to the contact, then delete this file."
        ),
        (.unusable(.unreadable(code: 13)), "Cannot read a.vcf. The system reports: Permission denied."),
        (.changedUID, "a.vcf now has a different UID. Move the new contact to another file."),
        (
            .invalid(.tooLong(field: "Title", bytes: 5, limit: 4)),
            "a.vcf was not received. Title is too long: 5 bytes. The limit is 4 bytes. Shorten it and try again."
        ),
        (.missing, "a.vcf is listed in the address book but cannot be read. Synchronize again."),
        (.sameUID(as: address), "Leia has the same UID as a.vcf. Merge them, or delete one of them."),
        (.sameUID(as: CardAddress(rawValue: "b.vcf")), "a.vcf has the same UID as b.vcf. Delete one of them."),
        (
            .remote(.rejected(uidOf: nil, reason: "FN is empty")),
            "Leia was not sent. The server rejected the card. The server reports: FN is empty."
        ),
        (.remote(.tooLarge), "Leia was not sent. The card is too large for the server. Use a smaller photo."),
    ])
    func `The message for a problem states the card, the reason, and any next step`(
        reason: CardProblem.Reason, message: String
    ) {
        let problem = CardProblem(address: Self.address, title: "Leia", reason: reason)
        #expect(problem.message(isDryRun: false).description == message)
        let planned = message.replacing("was not", with: "would not be")
        #expect(problem.message(isDryRun: true).description == planned)
    }

    @Test(arguments: [CardNotice.Reason.deletedRemotely, .deletedLocally])
    func `The notices of a dry run describe future changes`(reason: CardNotice.Reason) {
        let notice = CardNotice(title: "Leia", reason: reason)
        let message = notice.message(isDryRun: false).description
        #expect(
            notice.message(isDryRun: true).description
                == message.replacing("It was", with: "It would be") && message.contains("It was"))
    }

    @Test func `The notice about dropped properties lists the properties and names the card`() {
        let notice = CardNotice(title: "Leia", reason: .dropped(["NICKNAME", "PHOTO"]))
        for isDryRun in [false, true] {
            #expect(
                notice.message(isDryRun: isDryRun).description
                    == "The server does not store these properties of Leia: NICKNAME, PHOTO.")
        }
    }

    @Test(arguments: [(RemoteProblem?.none, Model.ExitStatus.done), (.unauthorized, .failed)])
    func `The exit status depends on the failure and on unconfirmed deletions`(
        failure: RemoteProblem?, status: Model.ExitStatus
    ) {
        var report = SyncReport()
        report.failure = failure
        #expect(report.status == status)
        report.unconfirmed = UnconfirmedDeletions(.sent, count: 11, total: 20)
        #expect(report.status == (failure == nil ? .declined : .failed))
    }

    @Test(arguments: [
        (11, 0, 54, true), (11, 0, 55, false), (1_000, 0, 10_000, false), (9, 0, 10, false), (10, 0, 10, true),
        (10, 0, 11, false), (11, 0, 12, true),
        (2, 0, 2, true), (1, 0, 1, false), (2, 1, 3, true), (1, 1, 3, false), (0, 3, 3, false),
    ])
    func `Deleting more than 10 cards and 20 percent of a book, or all of several cards, requires confirmation`(
        count: Int, edited: Int, total: Int, isUnconfirmed: Bool
    ) {
        #expect((UnconfirmedDeletions(.received, count: count, edited: edited, total: total) != nil) == isUnconfirmed)
    }
}
