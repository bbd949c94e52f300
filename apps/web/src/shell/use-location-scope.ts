import { trpc } from '../api/trpc.ts'
import { makeDeviceStore } from '../ui/state/store.ts'

const KEY = 'seriatim-location'
/** Of this device, not of a person: where the counter stands. */
const chosen = makeDeviceStore(KEY, (text) => Number(text) || 0)

const choose = (id: number) => chosen.keep(String(id))

/** The location one works at, chosen in the header; 0 is any the user may see. Screens begin with it. */
export function useLocationScope() {
  const id = chosen.use()
  const { data: locations = [] } = trpc.location.readAllByUserid.useQuery(undefined, { staleTime: 5 * 60_000 })
  const current = locations.find((place) => place.id === id)
  return { id: current ? id : 0, current, locations, choose }
}
