enum StringLength {
    /// Returns whether a string has at least and at most so many code points; they are counted only where the number of
    /// bytes leaves it open.
    static func isWithin(_ minimum: Int, _ maximum: Int, _ string: String) -> Bool {
        let bytes = string.utf8.count
        if bytes < minimum { return false }
        if (bytes + 3) / 4 >= minimum, bytes <= maximum { return true }
        let count = string.unicodeScalars.count
        return count >= minimum && count <= maximum
    }
}
