const set82 = new Uint8Array(128)
for (const char of '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz') set82[char.charCodeAt(0)] = 1

/** Whether text is one or more ASCII digits and nothing else. */
export function isDigits(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code < 48 || code > 57) return false
  }
  return text.length > 0
}

/**
 * Position of the first character outside GS1's character set 82, or -1 when all belong to it.
 *
 * @see GS1 General Specifications, figure "GS1 AI encodable character set 82".
 */
export function firstOutsideSet82(text: string): number {
  for (let i = 0; i < text.length; i += 1) {
    if (set82[text.charCodeAt(i)] !== 1) return i
  }
  return -1
}
