/// SQL expressions for the numbers of the changes around a range of steps. The changes of later steps have greater numbers.
enum ChangeBound {
    /// Returns the number of a change before a step, which is less than the numbers of the changes from the step on.
    static func below(_ step: String) -> String {
        "ifnull((SELECT id FROM change WHERE step_id < \(step) ORDER BY step_id DESC LIMIT 1), 0)"
    }

    /// Returns the number of a change after a step, which is greater than the numbers of the changes up to the step.
    static func above(_ step: String) -> String {
        "ifnull((SELECT id FROM change WHERE step_id > \(step) ORDER BY step_id LIMIT 1), \(Int64.max))"
    }
}
