/// Somewhere a person can be: it has a name, and the places below it have theirs, so that every place has an address.
public protocol Place: Hashable, Codable, Sendable {
    /// The last word of its address.
    var name: String { get }
    /// The place below this one with that name, if there can be one.
    func child(_ name: String) -> Self?
}
