import { cutEnd } from '../../../core/text/cut-ends.ts'

/**
 * Whether a file name matches a pattern with `*` and `?`, ignoring case. The work is at most proportional to the length of the name times the length
 * of the pattern, so no pattern can block the process.
 */
export function matchesPattern(name: string, pattern: string): boolean {
  const [text, wanted] = [name.toLowerCase(), pattern.toLowerCase()]
  let [at, next] = [0, 0]
  /**
   * The `*` passed last, for backtracking: `next` is the index in the pattern after it; `at` is the index in the name up to which it matches so far.
   */
  let star: { next: number; at: number } | undefined
  while (at < text.length) {
    if (wanted[next] === '*') {
      star = { next: next + 1, at }
      next += 1
    } else if (wanted[next] === '?' || wanted[next] === text[at]) {
      at += 1
      next += 1
    } else if (star) {
      star.at += 1
      at = star.at
      next = star.next
    } else return false
  }
  while (wanted[next] === '*') next += 1
  return next === wanted.length
}

/** The path of a file in a folder of another server. */
export const remotePath = (folder: string, name: string): string => `${cutEnd(folder, /\//)}/${name}`

/** Whether a file name from another server is safe to use unchanged. */
export const isPlainName = (name: string): boolean =>
  name.length > 0 && name.length <= 255 && name !== '.' && name !== '..' && !/[/\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\uFFFD]/u.test(name)
