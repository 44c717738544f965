import AlmanacStore
import Interchange
import Model

/// The contact of a card, prepared without using the database. Its photo is already saved.
struct CardContact: Sendable {
    /// The card without the bytes of the photo, because many contacts may wait to be written.
    var card: ContactCard
    var person: Person
    /// The UID, or `nil` if it is not a UUID.
    let uuid: String?

    /// - Throws: `RecordProblem` if the person is invalid.
    init(_ card: ContactCard, photos: ImportedPhotos) throws {
        (self.card, person) = (card, card.person)
        // A CSV row has no lines that could contain the UID.
        if let uid = card.uid, person.card.isEmpty { person.uids = [uid] }
        try RecordRules.check(person, in: Tables.persons)
        person.photo = try card.photo.flatMap(photos.save)
        self.card.photo = nil
        uuid = card.uid.map(CardUID.key).flatMap { CardUID.isUUID($0) ? $0 : nil }
    }
}
