/// The data source of the rules for names, which are stored in the database.
public protocol NameRulesDataSource: Sendable {
    func nameRules() async throws -> NameRules
    /// Replaces the rules and updates the titles and the order of all records.
    func save(_ rules: NameRules) async throws
}
