import Display
import Testing

@Suite("Bar scale")
struct BarScaleTests {
    @Test(arguments: [
        (1.0, 8.0, 4.0, 0.5), (0, 10, 10, 1), (0, 10, 0, 0), (1, 100, 10, 0.5), (1, 100, 1, 0), (-10, 10, 0, 0.5),
        (-4, -2, -3, 0.25), (3, 3, 3, 1), (0, 0, 0, 0), (1, 10, 20, 1), (2, 10, -1, 0),
    ])
    func `The filled part of a bar shows the position of the value on a linear or logarithmic scale`(
        least: Double, greatest: Double, figure: Double, part: Double
    ) {
        #expect(abs(BarScale(from: least, to: greatest).part(of: figure) - part) < 1e-12)
    }
}
