@testable import AlmanacStore
import Model
import TestSupport
import Testing


@Suite struct ImportedPhotosTests {
    @Test(
        "The photos of an import are kept if its records may have been written",
        arguments: [
            (StoreProblem.savedUnconfirmed(detail: ""), true), (.unknownOutcome(detail: ""), true), (.tooLong, false),
        ])
    func discarding(problem: StoreProblem, isKept: Bool) async throws {
        let store = try await TemporaryStore()
        let photos = ImportedPhotos(store: store.store.blobs, isDryRun: false)
        let gif = try Photo(bytes: Array("GIF89a".utf8))
        let id = try #require(try photos.save(gif))
        photos.discard(after: problem)
        #expect((try? store.store.blobs.load(id, as: Photo.self)) == (isKept ? gif : nil))
    }
}
