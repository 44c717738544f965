import Localization

/// The progress of a maintenance operation or a synchronization.
public struct MaintenanceProgress: Hashable, Sendable {
    /// The current phase, such as “copying”.
    public let part: Title
    public let done: Int?
    public let total: Int?

    public init(_ part: Title, done: Int? = nil, of total: Int? = nil) {
        self.part = part
        self.done = done
        self.total = total
    }

    /// Reports progress to the current listener.
    public static func report(_ step: MaintenanceProgress) { listener.hear(step) }

    /// The listener of the current task.
    @TaskLocal public static var listener = Listener { _ in }

    // Wraps the closure because optimized code crashes on a task-local closure in Swift 6.3.
    public struct Listener: Sendable {
        let hear: @Sendable (MaintenanceProgress) -> Void

        public init(_ hear: @escaping @Sendable (MaintenanceProgress) -> Void) { self.hear = hear }
    }
}
