import { makeStore, type Store } from '../../ui/state/store.ts'
import { getSession, subscribeSession } from './session.ts'

/**
 * How a store keeps its value when this tab is reloaded. `key` is the key in session storage. `parse` returns the part of the stored value that is
 * still valid.
 */
interface Keep<Value> {
  key: string
  parse: (kept: unknown) => Value | undefined
}

/**
 * A store for one person's data. It is cleared when their session ends or another person's begins, so that nobody at a shared counter sees or sends
 * what the previous user left.
 *
 * @param onEnd cancels work in progress; receives the last value.
 */
export function makeSessionStore<Value>(first: Value, onEnd: (last: Value) => void = () => undefined, keep?: Keep<Value>): Store<Value> {
  const person = () => getSession()?.user?.id
  let owner = person()
  const store = makeStore((keep && readStored(keep, owner)) ?? first)
  subscribeSession(() => {
    if (person() === owner) return
    // After a reload, the person is unknown until the session has been read.
    const wasNobody = owner === undefined
    owner = person()
    const last = store.get()
    store.set((keep && wasNobody && readStored(keep, owner)) || first)
    onEnd(last)
  })
  if (keep)
    store.subscribe(() => {
      const value = store.get()
      if (value === first || owner === undefined) sessionStorage.removeItem(keep.key)
      else sessionStorage.setItem(keep.key, JSON.stringify({ owner, value }))
    })
  return store
}

/** Reads what this person (`owner`) left in this tab; undefined if somebody else left it. */
function readStored<Value>({ key, parse }: Keep<Value>, owner: number | undefined): Value | undefined {
  const text = globalThis.sessionStorage?.getItem(key)
  if (!text || owner === undefined) return undefined
  try {
    const kept = JSON.parse(text) as { owner?: unknown; value?: unknown } // only the subscription above writes under this key, in this shape
    return kept.owner === owner ? parse(kept.value) : undefined
  } catch {
    return undefined
  }
}
