/// SQL expressions that bound the change numbers of a range of steps. Changes of later steps have greater numbers.
enum ChangeBound {
    /// Returns an exclusive lower bound of the change numbers of a step and all later steps.
    static func below(_ step: String) -> String {
        "ifnull((SELECT id FROM change WHERE step_id < \(step) ORDER BY step_id DESC LIMIT 1), 0)"
    }

    /// Returns an exclusive upper bound of the change numbers of a step and all earlier steps.
    static func above(_ step: String) -> String {
        "ifnull((SELECT id FROM change WHERE step_id > \(step) ORDER BY step_id LIMIT 1), \(Int64.max))"
    }
}
