import Testing

@testable import Display

@Suite("Ellipses")
struct EllipseTests {
    @Test(
        "The distances from a point on an ellipse to its foci add up to the major axis",
        arguments: [0, 0.0167, 0.5, 0.93, 0.99])
    func foci(eccentricity: Double) throws {
        let ellipse = try #require(Ellipse(axis: 2, eccentricity: eccentricity))
        let other = 2 * ellipse.axis * eccentricity
        for place in ellipse.places + (0..<20).map(ellipse.place) {
            let first = (place.x * place.x + place.y * place.y).squareRoot()
            let second = ((place.x - other) * (place.x - other) + place.y * place.y).squareRoot()
            #expect(abs(first + second - 4) < 1e-9)
            #expect((ellipse.nearest - 1e-9...ellipse.farthest + 1e-9).contains(first))
        }
        #expect(ellipse.places.map(\.x).max() == ellipse.farthest)
        #expect(Set((0..<20).map(ellipse.place)).count == 20)
    }

    @Test(
        "Invalid ellipse parameters are rejected",
        arguments: [(0.0, 0.0), (-1, 0), (1, 1), (1, -0.1), (1, .nan), (.infinity, 0)])
    func none(axis: Double, eccentricity: Double) { #expect(Ellipse(axis: axis, eccentricity: eccentricity) == nil) }
}
