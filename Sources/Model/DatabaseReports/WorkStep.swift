import Localization

/// How far a long work on the store as a whole is: a part of it, and how much of that part is done.
public struct WorkStep: Hashable, Sendable {
    /// What is being done, as a word or two: “copying”.
    public let part: Title
    /// So many of the total; nil where nobody can count.
    public let done: Int?
    public let total: Int?

    public init(_ part: Title, done: Int? = nil, of total: Int? = nil) {
        self.part = part
        self.done = done
        self.total = total
    }

    /// Told by whoever works, a few times a second.
    public static func report(_ step: WorkStep) { listener.hear(step) }

    /// Whoever waits. (A task-local value that is a bare function crashes Swift 6.3 when optimized.)
    @TaskLocal public static var listener = Listener { _ in }

    public struct Listener: Sendable {
        let hear: @Sendable (WorkStep) -> Void

        public init(_ hear: @escaping @Sendable (WorkStep) -> Void) { self.hear = hear }
    }
}
