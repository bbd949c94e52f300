const K = new Int32Array(64)
const START = new Int32Array(8)
// The fractional parts of the cube and square roots of the first primes (FIPS 180-4).
for (let n = 2, found = 0; found < 64; n += 1) {
  if (Array.from({ length: n - 2 }, (_, at) => at + 2).some((divisor) => n % divisor === 0)) continue
  if (found < 8) START[found] = (n ** 0.5 % 1) * 2 ** 32
  K[found++] = (Math.cbrt(n) % 1) * 2 ** 32
}

/** SHA-256 over bytes that arrive in chunks, which Web Crypto does not support. */
export class Sha256 {
  h = START.slice()
  w = new Int32Array(64)
  block = new Uint8Array(64)
  bytes = 0

  /** @param {Uint8Array} data */
  update(data) {
    let at = 0
    const held = this.bytes % 64
    this.bytes += data.length
    if (held) {
      at = Math.min(64 - held, data.length)
      this.block.set(data.subarray(0, at), held)
      if (held + at < 64) return this
      this.mix(this.block, 0)
    }
    for (; at + 64 <= data.length; at += 64) this.mix(data, at)
    this.block.set(data.subarray(at))
    return this
  }

  digest() {
    const bits = BigInt(this.bytes) * 8n
    const held = this.bytes % 64
    const end = new Uint8Array(held < 56 ? 64 - held : 128 - held)
    end[0] = 0x80
    new DataView(end.buffer).setBigUint64(end.length - 8, bits)
    this.update(end)
    const out = new DataView(new ArrayBuffer(32))
    for (const [at, word] of this.h.entries()) out.setInt32(at * 4, word)
    return new Uint8Array(out.buffer)
  }

  /** @param {Uint8Array} p @param {number} from */
  mix(p, from) {
    const { h, w } = this
    for (let i = 0, o = from; i < 16; i += 1, o += 4) w[i] = (p[o] << 24) | (p[o + 1] << 16) | (p[o + 2] << 8) | p[o + 3]
    for (let i = 16; i < 64; i += 1) {
      const x = w[i - 15]
      const y = w[i - 2]
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
      w[i] = w[i - 16] + s0 + w[i - 7] + (((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10))
    }
    let a = h[0],
      b = h[1],
      c = h[2],
      d = h[3],
      e = h[4],
      f = h[5],
      g = h[6],
      z = h[7]
    for (let i = 0; i < 64; i += 1) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
      const t = (z + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
      const m = (a & b) ^ (a & c) ^ (b & c)
      z = g
      g = f
      f = e
      e = (d + t) | 0
      d = c
      c = b
      b = a
      a = (t + s0 + m) | 0
    }
    for (const [at, word] of [a, b, c, d, e, f, g, z].entries()) h[at] += word
  }
}
