import Almanac
import AlmanacStore
import Model

/// The settings in the configuration file and in the database.
struct UserSettings: SettingsDataSource {
    let file: ConfigurationFile
    let store: Store

    func settings() async throws -> Settings {
        try await file.settings().with(store.isAvailable ? store.nameRules.nameRules() : NameRules())
    }

    func save(_ settings: Settings) async throws {
        let before = try await self.settings()
        if settings.names != before.names { try await store.nameRules.save(settings.names) }
        if settings.with(before.names) != before { try await file.save(settings) }
    }
}
