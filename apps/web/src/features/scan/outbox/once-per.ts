/** Lets each text through once in so many milliseconds: a camera sees the same code many times a second. */
export function makeOncePer(milliseconds: number): (text: string, at: number) => boolean {
  const seen = new Map<string, number>()
  return (text, at) => {
    for (const [old, last] of seen) if (at - last >= milliseconds) seen.delete(old)
    const isNew = !seen.has(text)
    // A code that stays before the camera stays the same scan.
    seen.set(text, at)
    return isNew
  }
}
