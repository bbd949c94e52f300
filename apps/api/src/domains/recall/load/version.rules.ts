import { lotKey } from './lot.rules.ts'

interface LoadedVersion {
  asOf: string
  loadId: number
  loadedAt: Date
  content: unknown
}

interface Content {
  reason?: string | null
  classification?: string | null
  status?: string | null
  products?: { recallNumber: string; codeInfo?: string | null; moreCodeInfo?: string | null; description?: string }[]
}

/**
 * Describes in words what each version of a recall changed, newest version first. A version is late (`isLate`) if it was loaded after a newer
 * version.
 */
export function versionChanges(
  versions: readonly LoadedVersion[],
): { versionOn: string; loadedAt: string; isLate: boolean; words: string[] }[] {
  return versions
    .map(({ asOf, loadId, loadedAt, content }, at) => {
      const before = versions[at - 1]
      return {
        versionOn: asOf,
        loadedAt: loadedAt.toISOString(),
        isLate: versions.slice(at + 1).some((later) => later.loadId < loadId),
        // the load wrote both contents in this shape
        words: before ? changes(before.content as Content, content as Content) : ['First version loaded'],
      }
    })
    .reverse()
}

function changes(before: Content, now: Content): string[] {
  const words: string[] = []
  const addChange = (label: string, one: string | null | undefined, other: string | null | undefined) => {
    if ((one ?? '') !== (other ?? '')) words.push(`${label}: ${one ?? 'none'} → ${other ?? 'none'}`)
  }
  addChange('Class', before.classification, now.classification)
  addChange('Status', before.status, now.status)
  if ((before.reason ?? '') !== (now.reason ?? '')) words.push('The reason was reworded')
  const numbers = (content: Content) => new Set(content.products?.map(({ recallNumber }) => recallNumber))
  const [was, is] = [numbers(before), numbers(now)]
  const added = [...is].filter((number) => !was.has(number))
  const gone = [...was].filter((number) => !is.has(number))
  if (added.length) words.push(`Added ${added.join(', ')}`)
  if (gone.length) words.push(`No longer named: ${gone.join(', ')}`)
  const [lotsBefore, lotsNow] = [tokens(before), tokens(now)]
  const more = [...lotsNow].filter((one) => !lotsBefore.has(one)).length
  const less = [...lotsBefore].filter((one) => !lotsNow.has(one)).length
  if (more) words.push(`${more} more ${more === 1 ? 'entry' : 'entries'} in the lot text`)
  if (less) words.push(`${less} fewer ${less === 1 ? 'entry' : 'entries'} in the lot text`)
  return words.length ? words : ['The text was reworded']
}

/** Words in the lot texts that look like lots or dates. */
function tokens({ products = [] }: Content): Set<string> {
  const text = products.map(({ codeInfo, moreCodeInfo }) => `${codeInfo ?? ''} ${moreCodeInfo ?? ''}`).join(' ')
  const words = text.match(/[A-Za-z\d][A-Za-z\d/.-]*/g) ?? []
  return new Set(words.filter((word) => /\d/.test(word.slice(1))).map(lotKey))
}
