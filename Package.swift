// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// A room of the house: what it is called and which rooms it may look into.
func room(_ name: String, sees rooms: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: rooms, swiftSettings: settings)
}

func program(_ name: String, sees rooms: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: rooms, swiftSettings: settings)
}

/// Tests are many and run once: to optimise them beside what they test takes minutes and saves none.
func tests(of name: String, with rooms: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.init(stringLiteral: name), "TestSupport"] + rooms,
        swiftSettings: settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
    )
}

let package = Package(
    name: "Almanac",
    products: [
        .executable(name: "almanac", targets: ["AlmanacCLI"]),
        .library(name: "FaultShim", type: .dynamic, targets: ["FaultShim"]),
    ],
    targets: [
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CCrypt", providers: [.apt(["libcrypt-dev"])]),
        .systemLibrary(name: "CGettext"),
        .target(name: "Embedded", exclude: ["unicode_tables.py"], cSettings: [.treatAllWarnings(as: .error)]),
        .target(name: "FaultShim", publicHeadersPath: ".", cSettings: [.treatAllWarnings(as: .error)]),

        room("SQLite", sees: ["CSQLite"]),
        room("Text", sees: ["Embedded", "Wording"]),
        .target(name: "Wording", exclude: ["almanac.pot", "messages.py"], swiftSettings: settings),
        room("Files", sees: ["Wording"]),
        room("Model", sees: ["Wording"]),
        room("Display", sees: ["Wording"]),
        room("Interchange", sees: ["Model", "Text", "Wording"]),
        room("Almanac", sees: ["Model", "Display", "Interchange", "Wording"]),
        room(
            "AlmanacStore",
            sees: ["SQLite", "Model", "Interchange", "Files", "Text", "Embedded", "CCrypt", "Wording"]),
        room("Terminal", sees: ["Display", "Text", "Wording"]),

        program(
            "AlmanacCLI",
            sees: [
                "Almanac", "AlmanacStore", "CGettext", "Display", "Files", "Interchange", "Model", "Terminal", "Text",
                "Wording",
            ]),
        .target(name: "BenchmarksC", dependencies: ["CSQLite"], cSettings: [.treatAllWarnings(as: .error)]),
        program("Benchmarks", sees: ["CSQLite", "SQLite", "BenchmarksC", "Files", "Interchange", "TestSupport"]),
        program("PlantedFaults", sees: ["CSQLite", "SQLite"]),
        .target(name: "FaultVFS", dependencies: ["CSQLite"], cSettings: [.treatAllWarnings(as: .error)]),
        room(
            "TestSupport",
            sees: [
                "CSQLite", "FaultVFS", "Files", "SQLite", "Model", "Interchange", "Text", "Almanac", "AlmanacStore",
                "Terminal", "Wording",
            ]),

        tests(of: "SQLite"),
        tests(of: "Wording"),
        tests(of: "Files"),
        tests(of: "Text"),
        tests(of: "Model"),
        tests(of: "Display"),
        tests(of: "Interchange", with: ["Model", "Text"]),
        tests(of: "Almanac", with: ["Model", "Display", "AlmanacStore", "Wording"]),
        tests(of: "AlmanacStore", with: ["SQLite", "Model", "Files", "Text", "Embedded"]),
        tests(of: "Terminal", with: ["Display", "Text", "Wording"]),
        tests(of: "AlmanacCLI", with: ["AlmanacStore", "Files", "Model", "SQLite", "Text"]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c2x
)
