/// A reply on its way: how much of it has gone, and when more may go.
struct Outgoing {
    let transmission: Transmission
    /// When the next byte may go.
    var notBefore: ContinuousClock.Instant
    /// When the client has had time enough to read it all.
    let deadline: ContinuousClock.Instant
    private var offset = 0

    init(_ transmission: Transmission, now: ContinuousClock.Instant, limit: Duration) {
        self.transmission = transmission
        notBefore = now + transmission.delay
        deadline = notBefore + limit
    }

    /// Whether all is sent and the connection is only kept from ending.
    var isHeld: Bool { transmission.ending == .hold && portion == nil }

    /// The bytes that come next, as far as they lie together; `nil` after the last.
    var portion: ArraySlice<UInt8>? {
        let bytes = transmission.bytes
        if offset < bytes.count {
            guard let drip = transmission.drip else { return bytes[offset...] }
            return offset < drip.start ? bytes[offset..<drip.start] : bytes[offset...offset]
        }
        let inBlocks = offset - bytes.count
        let blockBytes = transmission.blocks * transmission.block.count
        if inBlocks < blockBytes { return transmission.block[(inBlocks % transmission.block.count)...] }
        let inTail = inBlocks - blockBytes
        return inTail < transmission.tail.count ? transmission.tail[inTail...] : nil
    }

    /// Notes that so many bytes of the portion have gone.
    mutating func advance(by count: Int, now: ContinuousClock.Instant) {
        offset += count
        if let drip = transmission.drip, offset >= drip.start { notBefore = now + drip.pause }
    }
}
