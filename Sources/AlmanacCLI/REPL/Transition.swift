import Navigation
import Rendering

/// The animation between two screens. The first lines of the new screen move into view.
struct Transition {
    /// The maximum number of lines that move.
    static let height = 6

    let direction: NavigationAction.Direction
    let lines: [Line]

    var frames: [[Line]] {
        [12, 6, 2].enumerated().map { index, distance in
            let count = lines.count * (index + 1) / 3
            return switch direction {
            case .left: lines.map { Line.space(distance) + $0 }
            case .right: lines.map { Line(String($0.text.dropFirst(distance)), .dim) }
            case .down: Array(lines.suffix(count))
            case .up: Array(repeating: Line(), count: lines.count - count) + lines.suffix(count)
            }
        }
    }
}
