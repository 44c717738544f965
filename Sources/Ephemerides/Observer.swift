/// A place on the Earth at sea level.
public struct Observer: Hashable, Sendable {
    /// The latitude in degrees, positive in the north.
    public let latitude: Double
    /// The longitude in degrees, positive in the east.
    public let longitude: Double

    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
