import Foundation

/// The process state that code under test may change and reports depend on: the working directory and the file mode
/// creation mask. Only a run without isolation shares it with that code.
struct SavedProcessState {
    private let folder: Int32
    private let mask: mode_t

    init() {
        folder = open(".", O_RDONLY | O_CLOEXEC)
        // `umask` can only be read by setting it.
        mask = umask(0o022)
        umask(mask)
    }

    func restore() {
        umask(mask)
        guard folder >= 0 else { return }
        _ = fchdir(folder)
        close(folder)
    }
}
