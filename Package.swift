// swift-tools-version: 6.3
import PackageDescription

/// Whether warnings are errors. Only CI sets this variable, so that the warnings of a newer compiler do not stop a user.
let isStrict = Context.environment["ALMANAC_STRICT"] == "1"

let strictness: [SwiftSetting] = isStrict ? [.treatAllWarnings(as: .error)] : []
let cSettings: [CSetting] = isStrict ? [.treatAllWarnings(as: .error)] : []

// Creating generic types by looking up their names would take a tenth of the instructions of a short command. The option is
// not a stable interface, so other compilers do not get it. In debug builds, it saves 6 % of the time of a short command.
#if compiler(>=6.3) && compiler(<6.4)
    let optimization: [SwiftSetting] = [
        .unsafeFlags(["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"])
    ]
#else
    let optimization: [SwiftSetting] = []
#endif

let testSettings = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")] + strictness
let settings = testSettings + optimization

/// A module of the app and the modules that it imports. With `isOptimized`, debug builds are also optimized, which saves more
/// time in the tests than it takes.
func module(
    _ name: String, dependencies: [Target.Dependency] = [], path: String? = nil, isOptimized: Bool = false
) -> Target {
    let debugSettings: [SwiftSetting] = isOptimized ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []
    return .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings + debugSettings)
}

func executable(
    _ name: String, dependencies: [Target.Dependency], exclude: [String] = [], linkerSettings: [LinkerSetting] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings,
        linkerSettings: linkerSettings)
}

func tests(of name: String, with dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.init(stringLiteral: name), "TestSupport"] + dependencies,
        swiftSettings: testSettings)
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
        .systemLibrary(name: "CGlibc"),
        .target(name: "CCurl", cSettings: cSettings),
        .target(name: "CExpat", cSettings: cSettings),
        // Without optimization, the allocator would take an eighth of the time of the tests of the database.
        .target(
            name: "CSQLiteAllocator", dependencies: ["CSQLite"],
            cSettings: cSettings + [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
        .target(name: "Embedded", exclude: ["unicode_tables.py"], cSettings: cSettings),
        .target(
            name: "FaultShim", path: "Tests/FaultShim", publicHeadersPath: ".",
            cSettings: cSettings),

        module("SQLite", dependencies: ["CSQLite", "CSQLiteAllocator"], isOptimized: true),
        module("Text", dependencies: ["Embedded", "Localization"], isOptimized: true),
        .target(name: "Localization", exclude: ["messages.py"], swiftSettings: settings),
        module("FileIO", dependencies: ["CGlibc", "Embedded", "Localization"]),
        module("Model", dependencies: ["Text", "Localization"]),
        module("Display", dependencies: ["Localization"]),
        module("Ephemerides"),
        module("Interchange", dependencies: ["Model", "Text", "Localization"]),
        module("Navigation", dependencies: ["Model", "Display", "Localization"]),
        module(
            "Almanac",
            dependencies: [
                "Navigation", "Model", "Display", "Ephemerides", "Interchange", "Sync", "Text", "Localization",
            ]),
        module(
            "Sync",
            dependencies: [
                "CCurl", "CExpat", "CGlibc", "FileIO", "Interchange", "Localization", "Model", "Text",
            ]),
        module(
            "AlmanacStore",
            dependencies: [
                "SQLite", "Model", "Interchange", "Sync", "FileIO", "Text", "CCrypt", "Localization",
            ]),
        module("Rendering", dependencies: ["Display", "Text", "Localization"]),
        module("Terminal", dependencies: ["CGlibc", "Rendering", "Text", "Localization"]),

        executable(
            "AlmanacCLI",
            dependencies: [
                "Almanac", "AlmanacStore", "CGlibc", "Display", "FileIO", "Interchange", "Localization",
                "Model", "Navigation", "Rendering", "SQLite", "Sync", "Terminal", "Text",
            ],
            exclude: ["libstdc++.so"],
            // The linker script in this folder links the static C++ library, whose shared form would take a sixth of the
            // instructions of `--version`. The default linker cannot read the script.
            linkerSettings: [
                .unsafeFlags(["-use-ld=lld", "-L", "\(Context.packageDirectory)/Sources/AlmanacCLI"])
            ]),
        .target(name: "BenchmarksC", dependencies: ["CSQLite"], cSettings: cSettings),
        executable(
            "Benchmarks", dependencies: ["CSQLite", "SQLite", "BenchmarksC", "FileIO", "Interchange", "TestSupport"],
            exclude: ["README.md"]),
        .executableTarget(
            name: "SeededBugs", dependencies: ["CSQLite", "SQLite"], path: "Tests/SeededBugs", swiftSettings: settings),
        .target(
            name: "FaultVFS", dependencies: ["CSQLite"], path: "Tests/FaultVFS",
            cSettings: cSettings),
        module(
            "TestSupport",
            dependencies: [
                "CSQLite", "FaultVFS", "FileIO", "SQLite", "Model", "Interchange", "Text", "Navigation", "Almanac",
                "AlmanacStore", "Display", "Rendering", "Localization", "Sync",
            ], path: "Tests/TestSupport"),

        tests(of: "SQLite", with: ["CSQLite"]),
        tests(of: "Localization"),
        tests(of: "FileIO"),
        tests(of: "Text"),
        tests(of: "Model"),
        tests(of: "Display"),
        .testTarget(name: "EphemeridesTests", dependencies: ["Ephemerides"], swiftSettings: testSettings),
        tests(of: "Interchange", with: ["Model", "Text"]),
        tests(of: "Sync", with: ["AlmanacStore", "Interchange", "Model", "SQLite"]),
        tests(of: "Navigation", with: ["Model", "Display", "Localization"]),
        tests(
            of: "Almanac",
            with: ["Navigation", "Model", "Display", "Rendering", "AlmanacStore", "Localization", "Sync"]),
        tests(
            of: "AlmanacStore",
            with: ["Interchange", "SQLite", "Sync", "Model", "FileIO", "Text", "Embedded"]),
        tests(of: "Rendering", with: ["Display", "Text", "Localization"]),
        tests(of: "Terminal", with: ["Display", "Rendering", "Text", "Localization"]),
        tests(of: "AlmanacCLI", with: ["AlmanacStore", "FileIO", "Model", "SQLite", "Sync", "Text"]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c2x
)
