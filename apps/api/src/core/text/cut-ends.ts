/**
 * Removes all characters that match `pattern` from the end of the text. A regular expression with `$` would be slow on a text from outside that
 * contains one long run of such characters: it would scan the run again from each of its characters.
 */
export function cutEnd(text: string, pattern: RegExp): string {
  let end = text.length
  while (end > 0 && pattern.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** Like `cutEnd`, at both ends. */
export function cutEnds(text: string, pattern: RegExp): string {
  let begin = 0
  while (begin < text.length && pattern.test(text.charAt(begin))) begin += 1
  return cutEnd(text.slice(begin), pattern)
}
