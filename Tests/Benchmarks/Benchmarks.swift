/// Measures the package: `benchmarks` runs everything, a name one part.
@main
struct Benchmarks {
    static func main() {
    }
}
