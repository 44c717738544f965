extension PartialDate {
    /// The day on which it comes round next, from a day on; 29 February comes on 1 March in a common year. Nil without
    /// a month and a day, and where the next of them comes before the date itself.
    public func next(from first: CivilDate) -> CivilDate? {
        let next = [first.year, first.year + 1].lazy.compactMap { day(in: $0) }.first { $0 >= first }
        guard let next, next.year >= year ?? next.year else { return nil }
        return next
    }

    private func day(in year: Int) -> CivilDate? {
        guard let month, let day else { return nil }
        return CivilDate(year: year, month: month, day: day) ?? CivilDate(year: year, month: month + 1, day: 1)
    }
}
