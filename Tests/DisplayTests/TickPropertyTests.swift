import TestSupport
import Testing

@testable import Display

@Suite("Ticks of an axis")
struct TickPropertyTests {
    @Test(
        "Ticks ascend within the range, are limited in number, and are based on 1, 2, or 5 times a power of ten",
        .long("random ranges"), arguments: 0..<UInt64(try Soak.times(atLeast: 60, byDefault: 5)))
    func laws(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        for scale in [Axis.Scale.linear, .logarithmic] {
            for _ in 0..<20 {
                let axis = Axis("Mass", scale: scale, around: values(&chance))
                for count in [0, 1, 2, 3, 7, 12, 100] {
                    let ticks = axis.ticks(atMost: count)
                    #expect(ticks.count <= count)
                    #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0 < $1 })
                    #expect(ticks.allSatisfy(axis.range.contains))
                    let round = scale == .linear ? steps(ticks) : ticks
                    #expect(round.allSatisfy(isRound), "\(axis.range) \(count): \(ticks)")
                }
                // If there is room for twelve ticks, there are at least two.
                #expect(axis.ticks(atMost: 12).count >= 2, "\(axis.range)")
            }
        }
    }

    @Test("Preferred tick intervals, such as six hours, are used if they fit")
    func preferred() {
        var axis = Axis("Right ascension", unit: "h", range: 0...24)
        axis.steps = [1, 2, 3, 6, 12]
        #expect(axis.ticks(atMost: 14) == Array(stride(from: 0, through: 24, by: 2)))
        #expect(axis.ticks(atMost: 5) == [0, 6, 12, 18, 24])
        #expect(axis.ticks(atMost: 3) == [0, 12, 24])
        #expect(axis.ticks(atMost: 2).count <= 2)
        axis.steps = [0.1]
        #expect(axis.ticks(atMost: 14).count <= 14)
    }

    /// Returns values in a random range, which may be wide, narrow, negative, or constant.
    private func values(_ chance: inout SeededGenerator) -> [Double] {
        let size = Double("1e\(chance.number(below: 60) - 30)") ?? 1
        let middle = chance.happens(oneIn: 2) ? Double.random(in: -1000...1000, using: &chance) : 0
        return (0...chance.number(below: 5)).map { _ in (Double.random(in: -1...1, using: &chance) + middle) * size }
    }

    private func steps(_ ticks: [Double]) -> [Double] {
        guard ticks.count > 1, let first = ticks.first, let last = ticks.last else { return [] }
        return [(last - first) / Double(ticks.count - 1)]
    }

    private func isRound(_ value: Double) -> Bool {
        (-40...40).contains { exponent in
            [1, 2, 5].contains { mantissa in
                let round = Double("\(mantissa)e\(exponent)") ?? 0
                return (value - round).magnitude <= round * 1e-9
            }
        }
    }

    @Test("Linear ticks have exact values")
    func linear() {
        let axis = Axis("Eccentricity", around: [0.02, 0.97])
        #expect(axis.range == 0...1)
        #expect(axis.ticks(atMost: 6) == [0, 0.2, 0.4, 0.6, 0.8, 1])
        #expect(axis.ticks(atMost: 11) == [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1])
        #expect(Axis("Year", around: [1992, 2026]).ticks(atMost: 5) == [1990, 2000, 2010, 2020, 2030])
    }

    @Test("Ticks for counts and years are whole numbers", arguments: 1...12)
    func whole(count: Int) {
        for values in [[0, 1], [0, 3], [2019.5, 2021.5], [0, 17], [0, 1530], [1781, 2026]] {
            let ticks = Axis("Planets", around: values).wholeNumbers.ticks(atMost: count)
            #expect(ticks.count <= count && ticks.allSatisfy { $0 == $0.rounded() }, "\(ticks)")
            #expect(!ticks.isEmpty || count == 1, "\(values)")
        }
    }

    @Test("Logarithmic ticks include 2 and 5 if they fit")
    func logarithmic() {
        let axis = Axis("Mass", scale: .logarithmic, around: [0.3, 900])
        #expect(axis.range == 0.2...1000)
        #expect(axis.ticks(atMost: 12) == [0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000])
        #expect(axis.ticks(atMost: 11) == [1, 10, 100, 1000])
        #expect(axis.ticks(atMost: 3) == [1, 100])
    }

    @Test("An axis does not extend below the lowest possible value unless an actual value is lower")
    func least() {
        #expect(Axis("Temperature", around: [-230, 4000], atLeast: -273.15).range == -273.15...4000)
        #expect(Axis("Temperature", around: [20, 4000], atLeast: -273.15).range == 0...4000)
        #expect(Axis("Declination", around: [-80, 90], atLeast: 0).range == -100...100)
    }

    @Test("A margin keeps values away from the ends of an axis, and limits restrict its range")
    func margin() {
        for (scale, values) in [
            (Axis.Scale.linear, [0, 0.3, 1]), (.logarithmic, [0.2, 3, 1000]), (.linear, [0.1, 9.9]),
        ] {
            let axis = Axis("Value", scale: scale, around: values, margin: 0.05)
            #expect(values.allSatisfy { (0.045...0.955).contains(axis.place($0)) }, "\(axis)")
            #expect(!axis.ticks(atMost: 10).isEmpty)
        }
        #expect(Axis("Value", around: [1.5, 8.5], margin: 0.05).range == 1...9)
        #expect(Axis("Declination", around: [-80, 89], margin: 0.05).within(-90...90).range == -90...90)
    }

    @Test("An axis for fewer than two different finite values has distinct bounds and at least two ticks")
    func degenerate() {
        for scale in [Axis.Scale.linear, .logarithmic] {
            for values in [[], [0], [5], [-3, -3], [.nan], [.infinity, 1e300], [1e-300]] as [[Double]] {
                let axis = Axis("Mass", scale: scale, around: values)
                #expect(axis.range.lowerBound < axis.range.upperBound)
                #expect(axis.ticks(atMost: 9).count >= 2, "\(values) \(axis.range)")
            }
        }
    }

    @Test(
        "A range with almost equal bounds is widened, and a range that the scale cannot show is replaced",
        arguments: [
            (5...5, 2.5...7.5, 2.5...10), (0...0, 0...1, 1...10), (-4 ... -4, -6 ... -2, 1...10), (1...2, 1...2, 1...2),
            (-1e101...0, 1...10, 1...10), (1...1.001, 1...1.001, 1...1.001), (1...1.0009, 1...1.0009, 0.5...2.0018),
        ] as [(ClosedRange<Double>, ClosedRange<Double>, ClosedRange<Double>)])
    func widened(
        range: ClosedRange<Double>, linear: ClosedRange<Double>, logarithmic: ClosedRange<Double>
    ) {
        #expect(Axis("", range: range).range == linear)
        #expect(Axis("", scale: .logarithmic, range: range).range == logarithmic)
    }

    @Test(
        "A scale is logarithmic if all values are positive and the maximum is more than 50 times the minimum",
        arguments: [
            ([1, 50], false), ([1, 50.1], true), ([0, 100], false), ([-1, 100], false), ([], false),
            ([.nan, 1, 60], true), ([.infinity, 1], false),
        ] as [([Double], Bool)])
    func scale(values: [Double], isLogarithmic: Bool) {
        #expect((Axis.Scale(fitting: values) == .logarithmic) == isLogarithmic)
    }
}
