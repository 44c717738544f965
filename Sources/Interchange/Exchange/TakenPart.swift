/// So much of a source was taken: all items that began in so many bytes, none of which waits to be given out.
public struct TakenPart: Hashable, Sendable {
    public var items = 0
    public var bytes = 0

    public init() {}

    public static func + (one: TakenPart, other: TakenPart) -> TakenPart {
        var sum = one
        sum.items += other.items
        sum.bytes += other.bytes
        return sum
    }

    public static func += (one: inout TakenPart, other: TakenPart) { one = one + other }
}
