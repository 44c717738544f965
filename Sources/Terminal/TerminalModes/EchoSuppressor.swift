/// Keeps unseen what is typed, from the asking for a secret until something else is asked for: who types the next one before
/// the last was looked at must not see it either.
final class EchoSuppressor {
    private let modes: TerminalModes

    /// Nil if the descriptor is no terminal.
    init?(of descriptor: Int32) {
        guard let modes = TerminalModes(of: descriptor) else { return nil }
        self.modes = modes
        modes.setSilent()
    }

    /// Whoever ends the program meanwhile finds the terminal as it was.
    func guardTheEnd() { CrashHandler.spread(under: modes) }

    deinit {
        CrashHandler.fold()
        modes.restore()
    }
}
