import { ndcForms } from '@seriatim/gs1'
import {
  type BalanceNarrowing,
  listPackParts,
  NO_FIGURES,
  type OwnFigures,
  type PackAsk,
  type PackPart,
  type PackPreset,
} from '@seriatim/schema'
import { useState } from 'react'
import { isUnread } from '../../ui/field/date-field.tsx'
import { addDays, localDay } from '../../ui/text/format.ts'

/** The form's values as the user typed them. Dates, NDCs and lots are parsed only when the page asks the server to count the pack's contents. */
export interface PackForm {
  preset: PackPreset
  askedBy: string
  from: string
  to: string
  /** Locations of the pack; empty for all. An empty list of partners also means all partners. */
  locationIds: readonly number[]
  partnerIds: readonly number[]
  ndcs: string
  lots: string
  /** Packages picked from the shelf. */
  medIds: readonly number[]
  /** Parts of the pack that the user has unchecked. */
  without: readonly PackPart[]
}

/** Converts the form to the server's input. Undefined if a date is missing or unreadable, or if the period ends before it begins. */
export function toPackAsk({ preset, from, to, locationIds, partnerIds, ndcs, lots, medIds }: PackForm): PackAsk | undefined {
  if (!from || !to || isUnread(from) || isUnread(to) || from > to) return undefined
  return {
    preset,
    from,
    to,
    locationIds: [...locationIds],
    tradingPartnerIds: [...partnerIds],
    ndcs: splitList(ndcs),
    lotNumbers: splitList(lots),
    medIds: [...medIds],
  }
}

/** Splits NDCs or lots separated by commas, semicolons, spaces or line breaks. */
const splitList = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((one) => one !== ''))]

/** The parts that the preset offers, without those that the user unchecked. */
export const chosenParts = ({ preset, medIds, without }: Pick<PackForm, 'preset' | 'medIds' | 'without'>): PackPart[] =>
  listPackParts(preset, { medIds }).filter((part) => !without.includes(part))

/** Packages passed on by "Pick a bottle": `?units=12,34`. */
const readPicked = (search: string): number[] =>
  (new URLSearchParams(search).get('units') ?? '')
    .split(',')
    .map(Number)
    .filter((medId) => Number.isSafeInteger(medId) && medId > 0)
    .slice(0, 100)

export function usePackForm() {
  const [form, setForm] = useState<PackForm>(() => {
    const to = localDay(new Date())
    return {
      preset: 'fda',
      askedBy: '',
      from: addDays(to, -365),
      to,
      locationIds: [],
      partnerIds: [],
      ndcs: '',
      lots: '',
      medIds: readPicked(location.search),
      without: [],
    }
  })
  return { form, change: (values: Partial<PackForm>) => setForm((before) => ({ ...before, ...values })) }
}

/** The eleven-digit spellings that an NDC may have. */
export const toNdc11 = (ndc: string): readonly string[] => ndcForms(ndc)?.ndc11 ?? []

export const narrowingOf = ({ ndcs, lotNumbers, tradingPartnerIds }: PackAsk): BalanceNarrowing => ({
  ndcs: ndcs.length ? ndcs.flatMap(toNdc11) : null,
  hasLots: lotNumbers.length > 0,
  hasPartners: tradingPartnerIds.length > 0,
})

export type Period = Pick<PackForm, 'from' | 'to'>

/**
 * Returns the customer's own figures for this period, and a function that sets them. Figures that were entered for another period are not returned;
 * `left` is then that other period.
 */
export function useOwnFigures({ from, to }: Period): readonly [OwnFigures, (figures: OwnFigures) => void, left: Period | undefined] {
  const [kept, setKept] = useState({ from, to, figures: NO_FIGURES })
  const isOfPeriod = kept.from === from && kept.to === to
  const isEmpty = kept.figures.report === null && kept.figures.lines.every((line) => line.opening === null && line.dispensed === null)
  return [
    isOfPeriod ? kept.figures : NO_FIGURES,
    (figures) => setKept({ from, to, figures }),
    isOfPeriod || isEmpty ? undefined : { from: kept.from, to: kept.to },
  ]
}
