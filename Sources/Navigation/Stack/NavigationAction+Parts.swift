extension NavigationAction {
    /// The actions of a sequence, or the action itself.
    var parts: [NavigationAction] {
        if case .all(let moves) = self { moves.flatMap(\.parts) } else { [self] }
    }

    var asks: Bool { parts.contains { if case .ask = $0 { true } else { false } } }

    /// Whether the action itself shows a page or a prompt.
    var tells: Bool { asks || parts.contains { if case .tell = $0 { true } else { false } } }

    /// Whether the action finishes or cancels a form.
    var leaves: Bool { parts.contains { if case .leave = $0 { true } else { false } } }

    /// Whether the action names its destination.
    var namesLocation: Bool {
        parts.contains { move in
            switch move {
            case .push, .replace, .open: true
            default: false
            }
        }
    }
}
