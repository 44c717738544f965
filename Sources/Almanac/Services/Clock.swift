import Model

/// What day it is.
public struct Clock: Sendable {
    public let today: @Sendable () -> CivilDate

    public init(today: @escaping @Sendable () -> CivilDate) { self.today = today }
}
