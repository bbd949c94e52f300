import { ndcFromGtin, toGtin14 } from '@seriatim/gs1'

export interface NdcSources {
  gtin: string
  /** NDC from AI 715 of a scan. */
  scannedNdc: string
  /** NDC of the entry chosen under Med Name. */
  chosenNdc: string
}

/** NDC determined for a typed-in med. `whole` is false if `ndc` is only the beginning of an NDC. `why` tells the user why no NDC was found. */
export interface EntryNdc {
  ndc: string
  whole: boolean
  why: string
}

const none = (why: string): EntryNdc => ({ ndc: '', whole: false, why })
const found = (ndc: string): EntryNdc => ({ ndc, whole: true, why: '' })

/** Determines the NDC of a typed-in med from AI 715, otherwise from a GTIN that contains one, otherwise from the chosen product (decision 21). */
export function findNdc({ gtin, scannedNdc, chosenNdc }: NdcSources): EntryNdc {
  if (scannedNdc) return found(scannedNdc)
  const typed = gtin.replace(/\s/g, '')
  const whole = toGtin14(typed)
  const inGtin = whole.ok ? ndcFromGtin(whole.value) : null
  if (inGtin) return found(inGtin)
  // While the GTIN is being typed, the digits of the NDC that it already contains are enough to find the labeler.
  const beginning = /^[0-8]03\d{1,10}$/.test(typed) ? typed.slice(3) : ''
  if (chosenNdc) return found(chosenNdc)
  if (beginning) return { ndc: beginning, whole: false, why: '' }
  if (typed === '') return none('Filled in from the GTIN, or from the product chosen under Med Name.')
  if (whole.ok) return none('This GTIN contains no NDC. Choose the product under Med Name to add one.')
  if (whole.error === 'check_digit') return none('The last digit of the GTIN does not match the others.')
  return none(/^\d{1,13}$/.test(typed) ? 'Filled in when the GTIN is complete.' : 'This is not a GTIN.')
}
