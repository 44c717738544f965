import Almanac
import Navigation
import Rendering
import Terminal

/// How one place becomes another: the title slides in from where the user is going. Pure frames; the place itself is drawn
/// after them.
struct Transition {
    private let isForward: Bool
    private let charset: SymbolSet

    /// A place that lies behind the present one is entered from the left.
    init(from: NavigationStack, to: NavigationStack, charset: SymbolSet) {
        isForward = !(to.after(.forward) == from)
        self.charset = charset
    }

    func frames(to scene: Scene) -> [[Line]] {
        let title = scene.breadcrumbs.joined(separator: " \(charset.trail) ")
        let steps = [12, 6, 2]
        return steps.map { step in
            [Line.space(isForward ? step : 0) + Line(isForward ? title : String(title.dropLast(step)), .dim)]
        }
    }
}
