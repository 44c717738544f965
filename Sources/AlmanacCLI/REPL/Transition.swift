import Navigation
import Rendering

/// The animation between two screens. The title slides in from the direction of navigation.
struct Transition {
    private let isForward: Bool
    private let charset: SymbolSet

    /// Creates the animation between two locations. When the user goes back, the title slides in from the left.
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
