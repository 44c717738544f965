/// Which Almanac this is; each migration that it applies is signed with it.
public enum Release {
    public static let version = "0.1.0"
}
