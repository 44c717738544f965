import Model

/// A field of which a row may have several values, each with a label.
public enum RepeatedField: String, Hashable, Sendable {
    case email, phone, address, url, im, relation
    case custom = "field"
    /// A date with a label, such as a wedding: Google has them.
    case event
}
