import Glibc

/// The conventions for reading and showing values: the user’s region, the names of the months, and the current date.
public struct Conventions: Sendable {
    /// The region that determines the meaning of phone numbers without a country code and of dates such as 5/6/1980.
    public var region: Region?
    /// The names of the months in the user’s language, in addition to the English names. There are several names for
    /// each month.
    public var months: [[String]]
    /// A function that returns the current local date.
    public var today: @Sendable () -> CivilDate

    public init(
        region: Region? = nil, months: [[String]] = [],
        today: @escaping @Sendable () -> CivilDate = { CivilDate(daysSince1970: time(nil) / 86_400) }
    ) {
        self.region = region
        self.months = months
        self.today = today
    }

    /// The conventions of the current process.
    @TaskLocal public static var current = Conventions()
}
