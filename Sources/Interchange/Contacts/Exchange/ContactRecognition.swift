/// Which reader a file needs, by how its bytes begin.
public enum ContactRecognition {
    /// So many bytes of the beginning are looked at, if there are as many.
    public static let beginning = 4096

    /// - Parameter file: As its owner knows it.
    public static func reader(of file: String, beginning: [UInt8]) -> any ContactReading { CardReader(file: file) }

    /// Whether a file of a folder is taken for one of contacts, by how its name ends.
    public static func isCandidate(_ name: String) -> Bool {
        endings.contains { name.lowercased().hasSuffix($0) }
    }

    private static let endings = [".vcf", ".vcard", ".jcf", ".jcard"]
}
