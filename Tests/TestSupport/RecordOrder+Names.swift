import Model

/// The orders that tests name.
extension RecordOrder<Person> {
    public static let nickname = named("nickname")
    public static let department = named("department")
    public static let title = named("title")
    public static let birthday = named("birthday")
    public static let anniversary = named("anniversary")
}

extension RecordOrder<Group> {
    public static let members = named("members")
}

extension RecordOrder<Planet> {
    public static let mass = named("mass")
    public static let radius = named("radius")
}

extension RecordOrder {
    private static func named(_ name: String) -> RecordOrder { RecordOrder(rawValue: name) ?? .standard }
}
