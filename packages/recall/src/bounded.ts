/** The longest text of the FDA has 79,000. */
const MOST = 150_000
/** No lot, code or date is longer. */
const WORD = 200
/** Longer than any run that means something: two blanks end a line, three stars a note. */
const RUN = 6

/**
 * A text of which no part costs more than its length, because the patterns that read it try a run of blanks, stars or joined codes anew from each of its
 * signs. What the FDA writes keeps its meaning.
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

function kindOf(sign: string): Kind {
  if (/[\w@:.#+/'’–—-]/.test(sign)) return 'word'
  if (/[\s¿\p{Cc}]/u.test(sign)) return 'blank'
  return sign === '*' ? 'star' : 'other'
}
