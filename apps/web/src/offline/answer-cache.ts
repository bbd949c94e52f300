import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { getSession } from '../api/session/session.ts'
import { CACHE_DATABASE } from './cache-name.ts'

/** What a call answered, on this device, for the time without network. Ends with the session (`clearSession`). */
export interface CachedAnswer {
  /** Path and input of the call. */
  key: string
  path: string
  userId: number
  /** Milliseconds since 1970. */
  at: number
  data: unknown
}

interface Tables extends DBSchema {
  answer: { key: string; value: CachedAnswer; indexes: { path: string } }
}

/** Enough for a day's orders; the oldest go first. */
const MOST = 40

let opened: Promise<IDBPDatabase<Tables> | undefined> | undefined

/** Undefined where the browser keeps nothing, such as in some private windows. */
function open(): Promise<IDBPDatabase<Tables> | undefined> {
  opened ??= openDB<Tables>(CACHE_DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('answer', { keyPath: 'key' }).createIndex('path', 'path')
    },
    // The session ended, here or in another tab: whoever holds the store open lets go.
    blocking: (_current, _blocked, event) => {
      ;(event.target as IDBDatabase).close() // the event of an open database
      opened = undefined
    },
    terminated: () => {
      opened = undefined
    },
  }).catch(() => undefined)
  return opened
}

function keyOfCall(path: string, input: unknown): string {
  return `${path} ${JSON.stringify(input ?? null)}`
}

/** The session may have ended while an answer was on its way: what is kept goes with it. */
function isKeptFor(userId: number): boolean {
  return getSession()?.user?.id === userId
}

/** Never rejects: what cannot be kept is only not there later. @param most how many answers of this call are kept. */
export async function cacheAnswer(path: string, input: unknown, userId: number, data: unknown, most = MOST): Promise<void> {
  // Opening alone would make the store anew that the end of the session has deleted.
  if (!isKeptFor(userId)) return
  try {
    const database = await open()
    if (!database || !isKeptFor(userId)) return
    await database.put('answer', { key: keyOfCall(path, input), path, userId, at: Date.now(), data })
    const all = await database.getAllFromIndex('answer', 'path', path)
    const old = all.sort((a, b) => b.at - a.at).slice(most)
    for (const { key } of old) await database.delete('answer', key)
  } catch {
    // The device is full or forbids it.
  }
}

/** What the call answered last to this user; undefined when nothing is kept. */
export async function findCachedAnswer(path: string, input: unknown, userId: number): Promise<CachedAnswer | undefined> {
  try {
    const kept = await (await open())?.get('answer', keyOfCall(path, input))
    return kept?.userId === userId ? kept : undefined
  } catch {
    return undefined
  }
}

/** Everything that one call answered to this user, newest first. */
export async function listCachedAnswers(path: string, userId: number): Promise<CachedAnswer[]> {
  try {
    const all = (await (await open())?.getAllFromIndex('answer', 'path', path)) ?? []
    return all.filter((answer) => answer.userId === userId).sort((a, b) => b.at - a.at)
  } catch {
    return []
  }
}
