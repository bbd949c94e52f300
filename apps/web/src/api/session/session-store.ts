import { makeStore, type Store } from '../../ui/state/store.ts'
import { getSession, subscribeSession } from './session.ts'

/**
 * A store for one person's data. It is cleared when their session ends or another person's begins, so that nobody at a shared counter sees or sends
 * what the previous user left.
 *
 * @param onEnd cancels work in progress; receives the last value.
 */
export function makeSessionStore<Value>(first: Value, onEnd: (last: Value) => void = () => undefined): Store<Value> {
  const store = makeStore(first)
  const person = () => getSession()?.user?.id
  let owner = person()
  subscribeSession(() => {
    if (person() === owner) return
    owner = person()
    const last = store.get()
    store.set(first)
    onEnd(last)
  })
  return store
}
