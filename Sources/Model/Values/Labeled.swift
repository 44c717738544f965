/// A value with a label, which may be empty.
public struct Labeled<Value: Hashable & Sendable>: Hashable, Sendable {
    public var label: String
    public var value: Value

    public init(_ label: String, _ value: Value) {
        self.label = label
        self.value = value
    }
}
