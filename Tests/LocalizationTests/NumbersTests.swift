import Localization
import Testing

struct NumbersTests {
    @Test(arguments: [0, 1, -5, .min])
    func `A number is rounded to at least one digit`(digits: Int) {
        #expect(15.0.rounded(toDigits: digits) == 20)
    }
}
