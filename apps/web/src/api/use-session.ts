import { useSyncExternalStore } from 'react'
import { getSession, type StoredSession, subscribeSession } from './session.ts'

export function useSession(): StoredSession | undefined {
  return useSyncExternalStore(subscribeSession, getSession)
}
