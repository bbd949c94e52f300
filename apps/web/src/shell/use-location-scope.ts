import { trpc } from '../api/trpc.ts'
import { makeDeviceStore } from '../ui/state/store.ts'

const KEY = 'seriatim-location'
/** The chosen location is stored per device, not per person, because it is the location of this counter. */
const chosen = makeDeviceStore(KEY, (text) => Number(text) || 0)

const choose = (id: number) => chosen.keep(String(id))

/** Location chosen in the header; 0 means all that the user may see. It is the initial location on every screen. */
export function useLocationScope() {
  const id = chosen.use()
  const { data: locations = [] } = trpc.location.readAllByUserid.useQuery(undefined, { staleTime: 5 * 60_000 })
  const current = locations.find((place) => place.id === id)
  return { id: current ? id : 0, current, locations, choose }
}
