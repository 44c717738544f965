import Display
import Navigation

extension Command {
    /// A terminal shows what it has room for; this shows the rest.
    static let last = Command(
        "last", about: "what was shown last, every row and column of it", examples: ["last", "last --csv"]
    ) { invocation in
        var page = invocation.shown
        page.isInFull = true
        return .tell(page)
    }
}
