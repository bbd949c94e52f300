import { makeStore, type Store } from '../../ui/state/store.ts'
import { getSession, subscribeSession } from './session.ts'

/**
 * A store of what one person does: it is empty again when their session ends or another person's begins, so that nobody at a shared counter
 * finds or sends what the one before left.
 *
 * @param onEnd ends what is under way; told what the store held.
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
