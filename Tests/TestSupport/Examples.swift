import Model

extension Person {
    /// Returns a person with a value in every field.
    public static func full(home: Planet.ID) -> Person {
        var person = Person()
        person.name.prefix = "Dr."
        person.name.given = "José"
        person.name.middle = "Ñ."
        person.name.family = "Łukasiewicz-Straße"
        person.name.suffix = "III"
        person.name.nickname = "Ёжик"
        person.name.phonetic = "ho-SAY"
        person.formattedName = "Uncle Joe"
        person.pronouns = "he/him"
        person.gender = Gender(sex: .male, identity: "caveman")
        person.organization = "Slate; Rock, Gravel"
        person.department = "Quarry"
        person.jobTitle = "Operator"
        person.birthday = PartialDate("--02-29")
        person.anniversary = PartialDate("1999")
        person.contact = TimeSpan("3m")
        // A note about the person does not set an earlier date.
        person.lastContact = CivilDate("2099-05-04")
        person.emails = [
            Labeled("work", "jose@slate.example"), Labeled("work", "j@slate.example"), Labeled("", "x@y.example"),
        ]
        person.phones = [Labeled("home", "+1 (555) 0100"), Labeled("fax", "555.0101")]
        person.addresses = [
            Labeled("home", PostalAddress(street: "1; Cave \\ Road", locality: "Bedrock", country: "Stone Age"))
        ]
        person.urls = [Labeled("blog", "https://example.org/?q=ü")]
        person.messengers = [Labeled("signal", "@josé")]
        person.profiles = [
            Labeled("mastodon", "https://example.org/@josé"), Labeled("contact", "https://example.org/c"),
        ]
        person.languages = [Labeled("work", "en"), Labeled("", "es-MX")]
        person.cardLanguage = "en"
        person.positions = [Labeled("home", "50.94,6.96"), Labeled("", "-33.87,151.21")]
        person.relations = [Labeled("spouse", "Wilma")]
        person.customFields = [Labeled("shoe size", "44"), Labeled("motto", "line one\nline two")]
        person.home = home
        person.photo = BlobID(rawValue: String(repeating: "a0", count: 32))
        person.card = ["BEGIN:VCARD", "X-ODD;TYPE=x:ä", "", "END:VCARD"]
        person.uids = ["urn:uuid:0D9E3F2C-1F54-4C3A-9F1E-2A6B7C8D9E0F", "kept; as: it, came"]
        return person
    }
}

extension Planet {
    /// A planet with a value in every field.
    public static let example: Planet = {
        var planet = Planet()
        planet.name = "Kepler-16 b"
        planet.type = .exoplanet
        planet.status = .controversial
        planet.parent = "Kepler-16"
        for (number, figure) in PlanetFigure.all.enumerated() {
            planet[keyPath: figure.path] = 0.05 * Double(number + 1)
        }
        planet.rotationHours = -5832.6
        planet.moons = 0
        planet.rings = false
        planet.transiting = true
        planet.discoveryYear = 2011
        planet.discoverer = "Kepler"
        planet.discoveryMethod = "Transit"
        planet.constellation = "Cygnus"
        planet.starSpectralType = "K V"
        planet.systemStars = 2
        planet.estimated = [.axis, .massLimit]
        planet.uncertainties["massKg"] = Uncertainty(upper: 3e25, lower: 2e25)
        planet.uncertainties["orbitalPeriodDays"] = Uncertainty(upper: 0.25, lower: 0.25)
        planet.aliases = ["Tatooine-like", "KOI-1611 b"]
        planet.source = "oec+nea"
        planet.url = "https://example.org/kepler-16b"
        planet.customFields = [Labeled("climate", "arid")]
        planet.citations = [Labeled("massKg", "Lucas 1977, https://example.org")]
        planet.picture = BlobID(rawValue: String(repeating: "0b", count: 32))
        return planet
    }()
}

extension Group {
    public static let example: Group = {
        var group = Group()
        group.name = "Rebel Alliance"
        group.summary = "Those who hope."
        (group.kind, group.episode, group.director) = ("film", 4, "George Lucas")
        group.released = PartialDate("1977-05-25")
        (group.class, group.lengthM, group.crew) = ("Yacht", 34.37, 0)
        return group
    }()
}

extension Note {
    public static let example: Note = {
        var note = Note()
        note.topic = "Shopping"
        note.text = "- milk"
        (note.date, note.kind) = (CivilDate("2026-11-20"), "bought")
        (note.reminder, note.isDone, note.messageID) = (CivilDate("2099-05-04"), false, "42@slate.example")
        return note
    }()
}

extension TemporaryStore {
    /// Adds an example record of a kind.
    public func addExample(of kind: Kind) async throws -> RecordReference {
        switch kind {
        case .person: try await store.persons.add(.full(home: store.planets.add(.example).id)).reference
        case .group: try await store.groups.add(.example).reference
        case .planet: try await store.planets.add(.example).reference
        case .note: try await store.notes.add(.example).reference
        }
    }
}
