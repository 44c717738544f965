import Model
import Testing

@Suite struct GeographicPositionTests {
    @Test(
        "A position is read from common notations",
        arguments: [
            ("50.94,6.96", "50.94,6.96"), (" 50.94 , 6.96 ", "50.94,6.96"), ("50.940;-6.96", "50.940,-6.96"),
            ("-33.87 151.21", "-33.87,151.21"), ("50.94° N, 6.96° E", "50.94,6.96"), ("33.87S 70.6w", "-33.87,-70.6"),
            ("geo:50.94,6.96", "50.94,6.96"), ("GEO:50.94,6.96,100;u=35", "50.94,6.96"), ("+90,-180", "90,-180"),
        ])
    func notations(text: String, position: String) throws {
        let found = try #require(GeographicPosition(text))
        #expect(found.description == position)
        #expect(GeographicPosition(found.description) == found)
    }

    @Test(
        "Text that is not a position is rejected",
        arguments: [
            "", "50.94", "91,0", "0,181", "50.94,6.96,100", "a,b", "50,94,6,96", "-33.87S 70W", "geo:", "geo:1",
            "1e1,2",
            "50.94,", "nan,nan", "5 0,1", String(repeating: "1", count: 300) + ",1",
        ])
    func others(text: String) { #expect(GeographicPosition(text) == nil) }
}
