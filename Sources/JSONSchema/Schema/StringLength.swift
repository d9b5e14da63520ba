enum StringLength {
    /// Whether a string's number of code points is in range. Counts them only if the byte count does not decide.
    static func isWithin(_ minimum: Int, _ maximum: Int, _ string: String) -> Bool {
        let bytes = string.utf8.count
        if bytes < minimum { return false }
        if (bytes + 3) / 4 >= minimum, bytes <= maximum { return true }
        let count = string.unicodeScalars.count
        return count >= minimum && count <= maximum
    }
}
