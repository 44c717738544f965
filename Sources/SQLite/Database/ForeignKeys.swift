/// Whether a transaction enforces foreign keys and does what they say.
public enum ForeignKeys: Sendable {
    case enforced, off
}
