import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'

type State = Record<string, string>

/** Stores the search in the URL, so that a page can be shared, bookmarked and returned to. Empty values are removed from the URL. */
export function useQueryState(): [State, (change: Record<string, string | undefined>) => void] {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const state = useMemo(() => Object.fromEntries(new URLSearchParams(search)), [search])
  const set = useCallback(
    (change: Record<string, string | undefined>) => {
      const next = new URLSearchParams(search)
      for (const [name, value] of Object.entries(change)) {
        if (value === undefined || value === '') next.delete(name)
        else next.set(name, value)
      }
      const text = next.toString()
      navigate(text ? `${path}?${text}` : path, { replace: true })
    },
    [search, path, navigate],
  )
  return [state, set]
}
