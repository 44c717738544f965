import Display
import Localization
import Model
import Navigation

/// What the program was started with.
public struct Configuration: Sendable {
    public var version: String
    /// Where things are kept, by what they are: “store”, “configuration”.
    public var paths: [(name: String, path: String)]
    /// Rows of a list on one page, as the terminal is now.
    public var pageSize: @Sendable () -> Int
    /// What the program itself takes, beside the commands.
    public var options: [Option]
    /// The articles of the documentation, for “help TOPIC”.
    public var articles: [Article]
    /// Whether commands are typed at the prompt of the program, without `almanac` before them.
    public var isAtPrompt: Bool
    /// Told what the user does, when `--debug` asks for it; never a secret.
    public var log: @Sendable (String) -> Void
    /// Told how far a long work is; of a total of 0 nobody knows.
    public var progress: @Sendable (SeedProgress) -> Void
    /// Told what is said beside the data, where the data is all that a command gives.
    public var say: @Sendable (Message) -> Void
    /// A picture as the text of an SVG file.
    public var svg: @Sendable (Picture) -> String

    public init(
        version: String, paths: [(name: String, path: String)] = [],
        pageSize: @escaping @Sendable () -> Int = { 50 }, options: [Option] = [], articles: [Article] = [],
        isAtPrompt: Bool = true,
        log: @escaping @Sendable (String) -> Void = { _ in },
        progress: @escaping @Sendable (SeedProgress) -> Void = { _ in },
        say: @escaping @Sendable (Message) -> Void = { _ in },
        svg: @escaping @Sendable (Picture) -> String
    ) {
        self.version = version
        self.paths = paths
        self.pageSize = pageSize
        self.options = options
        self.articles = articles
        self.isAtPrompt = isAtPrompt
        self.log = log
        self.progress = progress
        self.say = say
        self.svg = svg
    }
}
