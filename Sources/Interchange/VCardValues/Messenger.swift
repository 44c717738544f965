/// Addresses of instant messages (RFC 4770, RFC 6350 section 6.4.3): the scheme is the service.
enum Messenger {
    /// The scheme that Apple writes for services that have none.
    static let nobody = "x-apple"

    static func parts(of text: String, service: String?) -> (label: String, value: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, isScheme(parts[0]) else { return (service?.lowercased() ?? "", text) }
        let scheme = parts[0].lowercased()
        let value = percentDecoded(parts[1])
        return (service?.lowercased() ?? (scheme == nobody ? "" : scheme), value)
    }

    static func isScheme(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, 0x41...0x5A ~= first.uppercased else { return false }
        return text.utf8.allSatisfy {
            0x41...0x5A ~= $0.uppercased || 0x30...0x39 ~= $0 || [0x2B, 0x2D, 0x2E].contains($0)
        }
    }

    static func percentDecoded(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = bytes[index + 1].hexValue,
                let low = bytes[index + 2].hexValue
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(validating: result, as: UTF8.self) ?? String(text)
    }

    /// What an address may not have as it is.
    static func percentEncoded(_ text: String) -> String {
        text.percentEncoded { 0x21...0x7E ~= $0 && !"%,;\\\"<>^`{|}".utf8.contains($0) }
    }
}
