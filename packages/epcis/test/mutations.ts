/** Pseudorandom numbers that depend only on the seed (mulberry32). */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed | 0
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const encoder = new TextEncoder()
const pieces = [
  ...['<', '>', '&', '"', "'", '/', '=', ':', ';', ']', '-', '!', '?', ' ', '\n', '\r\n', '\t', '#', 'x', '{'],
  ...[']]>', '<!--', '-->', '--', '<![CDATA[', '<?pi ?>', '?>', '<?xml version="1.0"?>', '<!DOCTYPE a>', '<!doctype html>', '<!'],
  ...['&amp;', '&lt;', '&#65;', '&#x1F600;', '&#xD800;', '&#0;', '&bad;', '&', '&#', '&;'],
  ...[
    '</',
    '/>',
    '<a>',
    '</a>',
    '<a/>',
    '<epc>',
    '</epc>',
    '<e:a xmlns:e="urn:e"/>',
    '<q:b/>',
    ' a="1"',
    ' xmlns="urn:x"',
    ' xmlns:epcis=""',
    ' id=""',
  ],
  ...['é', '€', '😀', '\u00a0', '\u0300', '\ufeff', '\ufffe', '\u0000', '\u0008', '\u007f', '\u0085', '<é/>', '<a é="ü"/>'],
].map((text) => encoder.encode(text))
const broken = [[0xff], [0xc0, 0x80], [0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0x80], [0xf4, 0x90, 0x80, 0x80]].map(
  (bytes) => Uint8Array.from(bytes),
)

/** Applies one to four changes: bytes flipped, deleted, doubled, cut off, moved or inserted. */
export function mutate(original: Uint8Array, random: (below: number) => number): Uint8Array {
  let bytes = original
  for (let count = 1 + random(4); count > 0; count -= 1) bytes = change(bytes, random)
  return bytes
}

function change(bytes: Uint8Array, random: (below: number) => number): Uint8Array {
  const at = random(bytes.length + 1)
  const length = 1 + random(random(4) === 0 ? 400 : 12)
  switch (random(9)) {
    case 0: {
      const copy = bytes.slice()
      if (at < copy.length) copy[at] = (copy[at] ?? 0) ^ (1 << random(8))
      return copy
    }
    case 1:
      return joined(bytes.subarray(0, at), bytes.subarray(at + length))
    case 2:
      return joined(bytes.subarray(0, at + length), bytes.subarray(at))
    case 3:
      return random(4) === 0 ? bytes.slice(0, at) : bytes
    case 4: {
      const from = random(bytes.length + 1)
      return joined(bytes.subarray(0, at), bytes.subarray(from, from + length), bytes.subarray(at))
    }
    case 5:
      return joined(bytes.subarray(0, at), broken[random(broken.length)] ?? bytes, bytes.subarray(at))
    case 6: {
      const copy = bytes.slice()
      if (at < copy.length) copy[at] = random(256)
      return copy
    }
    default:
      return joined(bytes.subarray(0, at), pieces[random(pieces.length)] ?? bytes, bytes.subarray(at))
  }
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
