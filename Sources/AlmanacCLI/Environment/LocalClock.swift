import Almanac
import Glibc
import Model

extension Clock {
    /// The day on this machine, in its time zone.
    static let local = Clock(offset: { seconds in
        var moment = time_t(seconds)
        var parts = tm()
        localtime_r(&moment, &parts)
        return parts.tm_gmtoff
    }) {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        let today = CivilDate(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
        return today ?? CivilDate(daysSince1970: now / 86_400)
    }
}
