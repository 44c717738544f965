/// Where the settings are kept.
public protocol SettingsDataSource: Sendable {
    func settings() async throws -> Settings
    func save(_ settings: Settings) async throws
}
