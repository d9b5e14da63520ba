@main struct Contracts { static func main() {} }
