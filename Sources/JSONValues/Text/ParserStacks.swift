/// The values of incomplete arrays and objects, moved out without copying.
package struct ValueStack: ~Copyable {
    private var base: UnsafeMutablePointer<JSON>
    private var capacity = 256
    package private(set) var count = 0

    package init() { base = .allocate(capacity: capacity) }

    deinit {
        base.deinitialize(count: count)
        base.deallocate()
    }

    @inline(__always)
    package mutating func push(_ value: consuming JSON) {
        if count == capacity { grow() }
        (base + count).initialize(to: value)
        count += 1
    }

    package mutating func pop() -> JSON {
        count -= 1
        return (base + count).move()
    }

    @inline(__always)
    package mutating func popArray(from start: Int) -> [JSON] {
        let length = count - start
        let source = base + start
        count = start
        return Array(unsafeUninitializedCapacity: length) { buffer, initialized in
            buffer.baseAddress?.moveInitialize(from: source, count: length)
            initialized = length
        }
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<JSON>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: base, count: count)
        base.deallocate()
        base = larger
        capacity *= 2
    }
}

package struct OffsetStack: ~Copyable {
    private var base: UnsafeMutablePointer<Int>
    private var capacity = 256

    package init() {
        base = .allocate(capacity: capacity)
        base.initialize(repeating: 0, count: capacity)
    }

    deinit { base.deallocate() }

    @inline(__always)
    package mutating func set(_ index: Int, _ offset: Int) {
        while index >= capacity { grow() }
        base[index] = offset
    }

    package func get(_ index: Int) -> Int { index < capacity ? base[index] : 0 }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<Int>.allocate(capacity: capacity * 2)
        larger.initialize(repeating: 0, count: capacity * 2)
        larger.update(from: base, count: capacity)
        base.deallocate()
        base = larger
        capacity *= 2
    }
}
