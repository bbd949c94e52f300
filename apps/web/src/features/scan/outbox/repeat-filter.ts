/** Makes a filter that lets each text through once per interval, because a camera reads the same code many times a second. */
export function makeRepeatFilter(milliseconds: number): (text: string, at: number) => boolean {
  const seen = new Map<string, number>()
  return (text, at) => {
    for (const [old, last] of seen) if (at - last >= milliseconds) seen.delete(old)
    const isNew = !seen.has(text)
    // Each reading restarts the interval, so a code kept in front of the camera is one scan.
    seen.set(text, at)
    return isNew
  }
}
