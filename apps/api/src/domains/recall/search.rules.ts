import { isoDate, type RecallSearch } from '@seriatim/schema'

/** Maximum length of a code in a search; no recall has a longer one. */
const LONGEST_CODE = 200

/**
 * Whether a search can match any recall. If it contains an impossible lot, NDC or day, the search returns no results instead of an error
 * (RECALL-028).
 */
export function canMatch({ manufacturer, medName, ndc, lotNumber, dateReceivedStart, dateReceivedEnd }: RecallSearch): boolean {
  const hasText = [manufacturer, medName, ndc, lotNumber].every((text) => !text?.includes('\0'))
  const hasCodes = [ndc, lotNumber].every((code) => !code || code.length <= LONGEST_CODE)
  const hasLot = !lotNumber || /[\p{L}\p{N}]/u.test(lotNumber)
  return hasText && hasCodes && hasLot && [dateReceivedStart, dateReceivedEnd].every((day) => !day || isDay(day))
}

/** PostgreSQL has no year 0. */
const isDay = (text: string): boolean => isoDate.safeParse(text).success && !text.startsWith('0000')
