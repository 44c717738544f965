/// Which promise of the schema a statement would have broken.
public enum Constraint: Int32, Sendable {
    case check = 275
    case foreignKey = 787
    case notNull = 1299
    case primaryKey = 1555
    case trigger = 1811
    case unique = 2067
    case rowID = 2579
    case datatype = 3091
}
