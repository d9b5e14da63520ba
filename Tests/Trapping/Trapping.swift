import AttackFixture
import ContractCommand
import Foundation
import NotesFixture

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The notes service in `NOTES_FOLDER`, with a model or client that kills its process as `PLANT` says.
@main
struct Trapping: ContractCommand {
    static let suite: ContractSuite = {
        // The code that builds a suite is also under test.
        environment["ATTACK_BUILD"].flatMap(HostileModel.named)?.attack()
        if let orders = environment["SPELLING"].flatMap(SpelledOrders.init(rawValue:)) {
            return orders.suite(in: folder)
        }
        if let shelf = environment["SHELF"].flatMap(Shelf.init(rawValue:)) { return shelf.suite(in: folder) }
        if let tags = environment["TAGS"].flatMap(ListedTags.init(rawValue:)) { return tags.suite(in: folder) }
        if let vault = environment["VAULT"].flatMap(Vault.init(rawValue:)) { return vault.suite(in: folder) }
        if let club = environment["CLUB"].flatMap(Club.init(rawValue:)) { return club.suite(in: folder) }
        if let feed = environment["FEED"].flatMap(Feed.init(rawValue:)) { return feed.suite(in: folder) }
        if environment["BUNDLED"] != nil {
            return ContractSuite(bundle: .main) { Service("notes") { Model("Note", Killer.make) } }
        }
        if let suite = environment["FLAW"].flatMap({ FlawedClients.suite($0, in: folder) }) { return suite }
        return environment["ATTACK_SERVER"] == nil
            ? NotesFolder.suite(in: folder, note: note, afterFind: Killer.leave) : attacked
    }()

    private static var note: Model {
        if environment["NOTE"] != nil { return PlantedNote.model }
        return Model("Note", environment["ATTACK"] == nil ? Killer.make : AttackedNote.make)
    }

    private static let folder = URL(fileURLWithPath: environment["NOTES_FOLDER"] ?? ".")

    /// A service whose server returns a different hostile response for each endpoint.
    private static let attacked = ContractSuite(
        contracts: folder.appendingPathComponent("Contracts"), recordings: folder.appendingPathComponent("Recordings")
    ) {
        Service("hostile") {
            for index in HostileAnswer.all.indices {
                Endpoint("a\(index)") { _ in
                    guard let url = URL(string: "https://hostile.example.com/a\(index)") else {
                        throw URLError(.badURL)
                    }
                    return URLRequest(url: url, timeoutInterval: 2)
                }
            }
        }
    }

    private static let environment = ProcessInfo.processInfo.environment

    /// A note whose initializer traps or misbehaves as `PLANT` says.
    private enum Killer {
        /// Signaled after a thread or task that will trap was started.
        private static let armed = DispatchSemaphore(value: 0)

        /// Starts a thread or task that traps long after the call has returned.
        static func leave(_ tag: String) {
            guard tag == "none", let plant = ProcessInfo.processInfo.environment["PLANT"] else { return }
            if plant == "call" { fatalError("planted") }
            if plant == "late thread" {
                armed.signal()
                Thread.detachNewThread {
                    usleep(50_000)
                    fatalError("planted")
                }
            } else if plant == "late task" {
                armed.signal()
                Task.detached {
                    try await Task.sleep(nanoseconds: 50_000_000)
                    fatalError("planted")
                }
            }
        }

        static func make(json: [String: Any]) throws -> Note? {
            // Keeps the process alive until the thread or task traps.
            if armed.wait(timeout: .now()) == .success { usleep(1_000_000) }
            // This input is the last of the last check. The trap comes after its end, within the time a worker waits
            // for stragglers.
            if json["title"] == nil {
                switch ProcessInfo.processInfo.environment["PLANT"] {
                case "last words":
                    Thread.detachNewThread {
                        usleep(10_000)
                        fatalError("planted")
                    }
                case "once":
                    // Only one process can create the folder.
                    guard mkdir(folder.appendingPathComponent("once").path, 0o700) == 0 else { break }
                    atexit { fatalError("planted") }
                case "last timer":
                    DispatchQueue.global().asyncAfter(deadline: .now() + 0.01) { fatalError("planted") }
                default: break
                }
            }
            switch ProcessInfo.processInfo.environment["PLANT"] {
            case "cast":
                // swift-format-ignore: NeverForceUnwrap
                _ = json["title"] as! String  // Planted: traps on everything but a string.
            case "forge" where json["title"] as? String == "":
                // Reports the end of the command on every open descriptor.
                for descriptor: Int32 in 3..<256 { _ = write(descriptor, "\n.0\n", 4) }
                exit(0)
            case "orphan":
                kill(getppid(), SIGKILL)
                while true { usleep(1000) }
            case "exit" where json["title"] as? String == "": exit(0)
            #if !canImport(Darwin)
                case "quick exit" where json["title"] as? String == "": quick_exit(0)
            #endif
            case "hang" where json["title"] as? String == "":
                while true { usleep(1000) }
            case "memory" where json["title"] as? String == "":
                var hoard: [[UInt8]] = []
                while true { hoard.append([UInt8](repeating: 1, count: 1 << 26)) }
            case "zone":
                // Planted: parses a date in the local time zone.
                let formatter = DateFormatter()
                formatter.dateFormat = "yyyy-MM-dd"
                guard formatter.date(from: "2026-01-01") == Date(timeIntervalSince1970: 1_767_225_600) else {
                    return nil
                }
            case "morning":
                // Planted: formats a time shortly after midnight UTC in the local time zone. The year is 2009, when
                // Pacific/Apia was still west of Greenwich.
                let formatter = DateFormatter()
                formatter.dateFormat = "yyyy-MM-dd"
                guard let title = json["title"] as? String, title.hasPrefix("2009") else { break }
                guard formatter.string(from: Date(timeIntervalSince1970: 1_230_771_600)) == "2009-01-01" else {
                    return nil
                }
            case "evening":
                // Planted: formats a time shortly before midnight UTC in the local time zone.
                let formatter = DateFormatter()
                formatter.dateFormat = "yyyy-MM-dd"
                guard formatter.string(from: Date(timeIntervalSince1970: 1_767_308_400)) == "2026-01-01" else {
                    return nil
                }
            case "recursion" where json["title"] as? String == "": return try make(json: json)
            default: break
            }
            return Note(json: json)
        }
    }
}
