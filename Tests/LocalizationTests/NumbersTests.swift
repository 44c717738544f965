import Localization
import Testing

struct NumbersTests {
    @Test(arguments: [0, 1, -5, .min])
    func `A number is rounded to at least one digit`(digits: Int) {
        #expect(15.0.rounded(toDigits: digits) == 20)
    }

    @Test(arguments: [
        (999.5, 3, 1000), (999.4, 3, 999), (12.5, 2, 13), (-12.5, 2, -13), (0.125, 2, 0.13), (0.5, 1, 0.5), (1, 3, 1),
        (149_597_870.7, 8, 149_597_870), (123_456_789, 3, 123_000_000), (99.95, 3, 100), (0.1, 17, 0.1), (0, 2, 0),
        (1e-281, 1, 1e-281), (.infinity, 2, .infinity),
    ])
    func `A number is rounded to significant digits, halves away from zero`(
        number: Double, digits: Int, rounded: Double
    ) {
        #expect(number.rounded(toDigits: digits) == rounded)
    }
}
