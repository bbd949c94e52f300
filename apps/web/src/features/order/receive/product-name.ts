interface Named {
  regulatedProductName: string | null
  strengthDescription: string | null
  dosageFormType: string | null
}

/** `Metformin HCl` and `500 mg tablet`: what is read first, and what tells its sisters apart. */
export function productWords(product: Named | undefined): { name: string; detail: string; whole: string } {
  const name = product?.regulatedProductName?.trim() || 'Product not named'
  const has = (words: string) => name.toLowerCase().includes(words.toLowerCase())
  const form = product?.dosageFormType?.split(',')[0]?.trim().toLowerCase() ?? ''
  const detail = [product?.strengthDescription?.trim() ?? '', form].filter((words) => words !== '' && !has(words)).join(' ')
  return { name, detail, whole: detail ? `${name} ${detail}` : name }
}
