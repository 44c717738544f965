extension Axis {
    /// Where figures stand along the axis, in rising order and within its range: on a linear one the multiples of 1, 2
    /// or 5 times a power of ten, on a logarithmic one those figures themselves, or the powers of ten alone where that
    /// would be too many.
    public func ticks(atMost count: Int) -> [Double] {
        guard count > 0 else { return [] }
        switch scale {
        case .linear: return multiples(atMost: count)
        case .logarithmic:
            let all = TickInterval.all.filter { range.contains($0.value) }
            if all.count <= count { return all.map(\.value) }
            let decades = all.filter { $0.mantissa == 1 }
            // Decades are left out evenly, counted from 1, so that the axis does not depend on where it begins.
            for gap in 1...TickInterval.all.count {
                let kept = decades.filter { $0.exponent.isMultiple(of: gap) }
                if kept.count <= count { return kept.map(\.value) }
            }
            return []
        }
    }

    private func multiples(atMost count: Int) -> [Double] {
        // With one step less there is one figure at each end.
        var ticks: [Double] = []
        for room in (1...count).reversed() {
            let step = TickInterval.step(across: range, atMost: room)
            let first = step.count(in: range.lowerBound).rounded(.up)
            let last = step.count(in: range.upperBound).rounded(.down)
            ticks = stride(from: first, through: last, by: 1).map(step.multiple).filter(range.contains)
            if ticks.count <= count { break }
        }
        return Array(ticks.prefix(count))
    }
}
