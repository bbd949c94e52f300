import { makeDeviceStore } from '../state/store.ts'
import { type ClockHours, setClock } from './format.ts'

/** How this device writes times; null: as its browser's language does. */
export type ClockChoice = ClockHours | null

export const clock = makeDeviceStore<ClockChoice>('seriatim-clock', (text) => (text === '12' ? 12 : text === '24' ? 24 : null))

/** Times are written by the choice from now on, and by a later one from when it is made. */
export function startClock(): void {
  const follow = () => setClock(clock.get() ?? readLocaleClock())
  follow()
  clock.subscribe(follow)
}

function readLocaleClock(): ClockHours {
  const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
  return hourCycle === 'h11' || hourCycle === 'h12' ? 12 : 24
}
