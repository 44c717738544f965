import Navigation
import Rendering

/// The animation between two screens. The first lines of the new screen move into view.
struct Transition {
    /// The maximum number of lines that move.
    static let height = 6

    let animation: TransitionAnimation
    let isForward: Bool
    let lines: [Line]

    /// Creates the transition to a screen. A screen that is left determines the animation, or else the new screen.
    init(from before: Scene, to after: Scene, in direction: NavigationAction.Direction, lines: [Line]) {
        isForward = direction == .left || direction == .down
        animation = isForward ? after.animation : before.animation
        self.lines = lines
    }

    var frames: [[Line]] {
        (1...animation.frameCount).map { step in
            let count = lines.count * step / animation.frameCount
            let distance = 12 >> (step - 1)
            return switch (animation.effect, isForward) {
            case (.slide, true): lines.map { Line.space(distance) + $0 }
            case (.slide, false): lines.map { Line(String($0.text.dropFirst(distance)), .dim) }
            case (.cover, true): Array(lines.suffix(count))
            case (.cover, false): Array(repeating: Line(), count: lines.count - count) + lines.suffix(count)
            }
        }
    }
}
