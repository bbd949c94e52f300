import { findNdcs } from './ndcs.ts'

/** One package of the description: "b) 60 gm (NDC 0713-0222-60)". */
export interface Package {
  /** Letter or number that labels the package in the description, without brackets. */
  label: string | undefined
  ndc: string | null
  /** Sizes in the package's text, such as `60g`. */
  sizes: string[]
  /** Whether the package is a physicians' sample; samples often have their own lots. */
  isSample: boolean
}

/** `a)`, `(a)`, `a.)`, `1)`: a letter or number that labels a package. */
const MARKER = /\(?\b([a-z]|\d{1,2})\.?\)(?=[\s:A-Z0-9(]|$)/giy

const SIZE =
  /(?<!\d)(\d+(?:\.\d+)?)[\s-]*(grams?|gms?|g|ml|milliliters?|fl\.? ?oz\.?|ounces?|oz|count|ct|cts|tablets?|tabs?|capsules?|caps?|caplets?|lbs?|kg|liters?|l)\b/gi

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^g(ram|m)?s?$/i, 'g'],
  [/^m(l|illiliters?)$/i, 'ml'],
  [/oz|ounce/i, 'oz'],
  [/^(count|cts?|tab|cap)/i, 'count'],
  [/^lb/i, 'lb'],
  [/^l(iter)?s?$/i, 'l'],
]

/** Sizes mentioned in a text, normalized: `60 gm` and `60-gram` are both `60g`. */
export function collectSizes(text: string): string[] {
  return [...text.matchAll(SIZE)].map(([, amount = '', unit = '']) => {
    const name = UNITS.find(([pattern]) => pattern.test(unit))?.[1] ?? unit.toLowerCase()
    return `${Number(amount)}${name}`
  })
}

interface Slice {
  label: string | undefined
  text: string
}

/**
 * Cuts a description at the labels of its packages. A label counts only if it continues the sequence of labels, which begins with `a` or `1` and may
 * skip one.
 */
function cutSlices(description: string): Slice[] {
  const slices: Slice[] = [{ label: undefined, text: '' }]
  let begin = 0
  let expected: string[] = ['a', '1']
  for (const found of description.matchAll(new RegExp(MARKER.source, 'gi'))) {
    const label = (found[1] ?? '').toLowerCase()
    if (!expected.includes(label)) continue
    const last = slices.at(-1)
    if (last) last.text = description.slice(begin, found.index)
    slices.push({ label, text: '' })
    begin = found.index + found[0].length
    // Accepts the next label of the sequence or the label after that, because the description may skip one label.
    expected = /\d/.test(label)
      ? [1, 2].map((more) => String(Number(label) + more))
      : [1, 2].map((more) => String.fromCharCode(label.charCodeAt(0) + more))
  }
  const last = slices.at(-1)
  if (last) last.text = description.slice(begin)
  return slices
}

export function describePackage(label: string | undefined, ndc: string | null, words: string): Package {
  return { label, ndc, sizes: collectSizes(words), isSample: /\bsamples?\b/i.test(words) }
}

/** Lists the packages in a description; at least one, because without any NDC or letter it describes the whole product. */
export function readPackages(description: string): Package[] {
  const slices = cutSlices(description)
  const packages = slices.flatMap(({ label, text }): Package[] => {
    const ndcs = findNdcs(text)
    if (ndcs.length === 0) return label === undefined ? [] : [describePackage(label, null, text)]
    // The words that describe a package: in a text with several NDCs, the words since the previous NDC.
    const describeInWords = (at: number, index: number) =>
      ndcs.length === 1 ? text : text.slice(index === 0 ? 0 : (ndcs[index - 1]?.at ?? 0), at)
    return ndcs.map(({ ndc, at }, index) => describePackage(label, ndc, describeInWords(at, index)))
  })
  return packages.length > 0 ? packages : [describePackage(undefined, null, '')]
}
