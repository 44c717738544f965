import Model

extension PersonReader {
    /// Base64 or a data: address; a picture that is only linked to stays a line.
    mutating func readPhoto(_ line: ContentLine, _ number: Int) throws(UndecodableValue) {
        guard contents.photo.isEmpty else { return }
        let raw = parsed.bytes(of: line)
        let payload: ArraySlice<UInt8>
        if let data = DataURI.base64(of: raw) {
            payload = data
        } else if line.isBase64 {
            payload = raw
        } else {
            return
        }
        if payload.starts(with: DetachedPhotoLine.mark.utf8) { return }
        guard payload.count / 4 * 3 <= BlobID.maximumBytes + 2_000_000, let bytes = Base64.decoded(payload) else {
            if payload.count / 4 * 3 > BlobID.maximumBytes { return omit(line, number) }
            warn(line, "The photo is no base64; the card was imported without it.")
            return
        }
        if bytes.isEmpty { return }
        if bytes.count > BlobID.maximumBytes {
            omit(line, number)
        } else if let photo = CardPhoto(bytes) {
            contents.photo.append(photo, line: number, preference: line.head.preference)
        } else {
            warn(line, "The photo is none of JPEG, PNG, GIF, WebP and HEIF; the card was imported without it.")
        }
    }

    private mutating func omit(_ line: ContentLine, _ number: Int) {
        contents.largePhotos.append(number)
        warn(line, "The photo is larger than 10 MB; the card was imported without it.")
    }
}
