import { makeDeviceStore } from '../state/store.ts'
import { type ClockHours, setClock } from './format.ts'

/** This device's choice of time format; null for the default of the browser's language. */
export type ClockChoice = ClockHours | null

export const clock = makeDeviceStore<ClockChoice>('seriatim-clock', (text) => (text === '12' ? 12 : text === '24' ? 24 : null))

/** Applies this device's time format now and after every change. */
export function applyClockChoice(): void {
  const follow = () => setClock(clock.get() ?? readLocaleClock())
  follow()
  clock.subscribe(follow)
}

function readLocaleClock(): ClockHours {
  const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
  return hourCycle === 'h11' || hourCycle === 'h12' ? 12 : 24
}
