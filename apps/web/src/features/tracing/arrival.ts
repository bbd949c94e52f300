import type { TracingChoices } from '@seriatim/schema'
import { z } from 'zod'

/**
 * Form fields for when and where a request arrived: `receivedAt` is a time in the browser's own zone; `locationId` is empty if no location is chosen.
 */
export const arrivalFields = { receivedAt: z.string().min(1, 'Enter the date and time of receipt.'), locationId: z.string() }

export const readArrival = ({ receivedAt, locationId }: { receivedAt: string; locationId: string }) => ({
  receivedAt: new Date(receivedAt).toISOString(),
  locationId: locationId ? Number(locationId) : null,
})

/** Formats a time for a `datetime-local` field: to the minute, in the browser's time zone. */
export function localMinute(at: Date): string {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}

export const locationChoices = (choices: Pick<TracingChoices, 'locations'> | undefined) => [
  { value: '', label: 'The whole company' },
  ...(choices?.locations ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
]
