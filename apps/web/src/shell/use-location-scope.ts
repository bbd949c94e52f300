import { useSyncExternalStore } from 'react'
import { trpc } from '../api/trpc.ts'

const KEY = 'seriatim-location'
const listeners = new Set<() => void>()
let chosen = Number(localStorage.getItem(KEY)) || 0

function choose(id: number): void {
  chosen = id
  localStorage.setItem(KEY, String(id))
  for (const tell of listeners) tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The location one works at, chosen in the header; 0 is any the user may see. Screens begin with it. */
export function useLocationScope() {
  const id = useSyncExternalStore(subscribe, () => chosen)
  const { data: locations = [] } = trpc.location.readAllByUserid.useQuery(undefined, { staleTime: 5 * 60_000, meta: { quiet: true } })
  const current = locations.find((place) => place.id === id)
  return { id: current ? id : 0, current, locations, choose }
}
