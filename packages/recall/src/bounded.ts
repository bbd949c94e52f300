/** Maximum number of characters that are read. The FDA's longest text has 79,000. */
const MOST = 150_000
/** Maximum length of a word; a longer one is not a lot, a code or a date. */
const WORD = 200
/**
 * Maximum length of a run of one character in the shortened text. Two spaces already mean the end of a line and three stars a note, so a longer run
 * means nothing more.
 */
const RUN = 6

/**
 * Shortens long runs in a text so that the time for reading it stays linear: the patterns retry a run of spaces, stars or joined codes from each of
 * its characters. FDA texts keep their meaning.
 */
export function shortenLongRuns(text: string): string {
  let bounded = ''
  for (let at = 0; at < Math.min(text.length, MOST); ) {
    const kind = kindOf(text.charAt(at))
    let end = at + 1
    while (end < text.length && kindOf(text.charAt(end)) === kind) end += 1
    const run = text.slice(at, end)
    if (kind === 'other' || run.length <= (kind === 'word' ? WORD : RUN)) bounded += run
    else bounded += kind === 'word' ? ' ' : kind === 'blank' && run.includes('\n') ? '  \n' : run.slice(0, RUN)
    at = end
  }
  return bounded.slice(0, MOST)
}

type Kind = 'word' | 'blank' | 'star' | 'other'

function kindOf(char: string): Kind {
  if (/[\w@:.#+/'’–—-]/.test(char)) return 'word'
  if (/[\s¿\p{Cc}]/u.test(char)) return 'blank'
  return char === '*' ? 'star' : 'other'
}
