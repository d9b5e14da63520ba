import Foundation

/// The process state that code under test may change and reports depend on: the working folder and the mask of new
/// files. Only a run without isolation shares it with that code.
struct Surroundings {
    private let folder: Int32
    private let mask: mode_t

    /// Reads the present state.
    init() {
        folder = open(".", O_RDONLY | O_CLOEXEC)
        // It can only be read by setting it.
        mask = umask(0o022)
        umask(mask)
    }

    /// Restores the state, once.
    func restore() {
        umask(mask)
        guard folder >= 0 else { return }
        // A folder that is gone is left.
        _ = fchdir(folder)
        close(folder)
    }
}
