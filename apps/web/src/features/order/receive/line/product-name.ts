interface Named {
  regulatedProductName: string | null
  strengthDescription: string | null
  dosageFormType: string | null
}

/**
 * Splits a name into `Metformin HCl` and `500 mg tablet`: the part to read first, and the part that distinguishes variants; `short` omits the dosage
 * form.
 */
export function productWords(product: Named | undefined): { name: string; detail: string; whole: string; short: string } {
  const name = product?.regulatedProductName?.trim() || 'Product not named'
  const has = (words: string) => name.toLowerCase().includes(words.toLowerCase())
  const form = product?.dosageFormType?.split(',')[0]?.trim().toLowerCase() ?? ''
  const strength = product?.strengthDescription?.trim() ?? ''
  const join = (parts: string[]) => parts.filter((words) => words !== '').join(' ')
  const [power, shape] = [strength, form].map((words) => (has(words) ? '' : words))
  const detail = join([power ?? '', shape ?? ''])
  return { name, detail, whole: join([name, detail]), short: join([name, power ?? '']) }
}

/** The last characters of a code, which people use to compare labels. */
export const takeLastCharacters = (key: string, length = 4) => key.slice(-length)
