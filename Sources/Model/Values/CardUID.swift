/// Functions for the UIDs of contacts (RFC 6350 §6.7.6), which may be any text.
package enum CardUID {
    /// Returns the normalized form of a UID: trimmed, without `urn:uuid:`, and in lowercase if it is a UUID.
    package static func key(_ uid: String) -> String {
        let text = uid.trimmed
        let isURN = text.utf8.count > 9 && text.prefix(9).lowercased() == "urn:uuid:"
        let name = isURN ? String(text.dropFirst(9)) : text
        return isUUID(name) ? name.lowercased() : name
    }

    package static func isUUID(_ text: String) -> Bool {
        guard text.utf8.count == 36 else { return false }
        return text.utf8.enumerated().allSatisfy { place, byte in
            [8, 13, 18, 23].contains(place)
                ? byte == UInt8(ascii: "-") : 0x30...0x39 ~= byte || 0x61...0x66 ~= byte | 0x20
        }
    }
}
