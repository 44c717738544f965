/// The JSON keys of records, in output order. Keys may be added but not removed.
enum RecordKeys {
    static let all: [String: [String]] = ["persons": persons, "groups": groups, "planets": planets, "notes": notes]

    /// The keys that only `show` adds.
    static let pageOnly = ["persons": "relatives", "planets": "siblings"]

    private static let last = ["favorite", "uuid", "created", "modified", "version"]

    private static let persons =
        [
            "id", "name", "prefix", "given", "middle", "family", "suffix", "nickname", "phonetic", "formattedName",
            "pronouns", "gender", "organization", "department", "title", "planet", "emails", "phones", "addresses",
            "urls", "messengers", "birthday", "anniversary", "contact", "lastContact", "profiles", "languages",
            "positions", "relations", "customFields", "cardLanguage", "due", "photo", "groups", "smartGroups", "notes",
            "journal",
        ] + last

    private static let groups =
        [
            "id", "name", "description", "kind", "search", "where", "planets", "episode", "director", "released",
            "class", "lengthM", "crew", "memberCount", "members", "linkedPlanets", "notes",
        ] + last

    private static let planets =
        [
            "id", "name", "type", "status", "parent", "massKg", "radiusKm", "semiMajorAxisAu", "semiMajorAxisKm",
            "eccentricity", "inclinationDeg", "orbitalPeriodDays", "transitMidpoint", "transitDuration",
            "rotationHours", "axialTiltDeg", "meanTemperatureK",
            "gravityMS2",
            "densityGCm3", "distancePc", "starMassSun", "starRadiusSun", "starTemperatureK", "starMagnitudeV",
            "starMagnitudeGaia", "starMagnitudeK", "raDeg", "decDeg", "moons",
            "rings", "transiting",
            "discoveryYear", "discoverer", "discoveryMethod", "constellation", "starSpectralType", "systemStars",
            "estimated", "uncertainties", "aliases",
            "customFields", "source", "url", "citations", "picture", "residents", "groups", "notes", "smartGroups",
        ] + last

    private static let notes =
        [
            "id", "name", "topic", "about", "with", "date", "entryKind", "text", "reminder", "done", "messageID", "due",
        ] + last
}
