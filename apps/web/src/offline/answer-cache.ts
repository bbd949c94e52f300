import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { getSession } from '../api/session/session.ts'
import { CACHE_DATABASE } from './cache-name.ts'

/** A call's answer, cached on this device for use offline. Deleted with the session (`clearSession`). */
export interface CachedAnswer {
  /** Path and input of the call. */
  key: string
  path: string
  userId: number
  /** Time at which the answer was cached, Unix time in milliseconds. */
  at: number
  data: unknown
}

interface Tables extends DBSchema {
  answer: { key: string; value: CachedAnswer; indexes: { path: string } }
}

/** Maximum number of cached answers per path, enough for a day's orders; the oldest are evicted first. */
const MOST = 40

let opened: Promise<IDBPDatabase<Tables> | undefined> | undefined

/** Opens the cache's database; undefined if the browser stores nothing, as in some private windows. */
function open(): Promise<IDBPDatabase<Tables> | undefined> {
  opened ??= openDB<Tables>(CACHE_DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('answer', { keyPath: 'key' }).createIndex('path', 'path')
    },
    // Close this tab's connection so the database can be deleted when the session ends, here or in another tab.
    blocking: (_current, _blocked, event) => {
      ;(event.target as IDBDatabase).close() // this event's target is the open database
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

/** Whether this user is still signed in. If the session ended while a request was under way, the answer must not be cached. */
function isCachedFor(userId: number): boolean {
  return getSession()?.user?.id === userId
}

/**
 * Caches the answer of a call for this user. Never rejects: an answer that can't be cached is simply missing later. @param most the number of answers
 * of this call to keep.
 */
export async function cacheAnswer(path: string, input: unknown, userId: number, data: unknown, most = MOST): Promise<void> {
  // Signing out deletes this user's database. Opening it afterward would create it again.
  if (!isCachedFor(userId)) return
  try {
    const database = await open()
    if (!database || !isCachedFor(userId)) return
    await database.put('answer', { key: keyOfCall(path, input), path, userId, at: Date.now(), data })
    const all = await database.getAllFromIndex('answer', 'path', path)
    const old = all.sort((a, b) => b.at - a.at).slice(most)
    for (const { key } of old) await database.delete('answer', key)
  } catch {
    // Storing the answer failed because the device is full or blocks storage.
  }
}

/** Finds the cached answer to the call with this path and input; undefined if none is cached for this user. */
export async function findCachedAnswer(path: string, input: unknown, userId: number): Promise<CachedAnswer | undefined> {
  try {
    const kept = await (await open())?.get('answer', keyOfCall(path, input))
    return kept?.userId === userId ? kept : undefined
  } catch {
    return undefined
  }
}

/** All cached answers of a call for this user, newest first. */
export async function listCachedAnswers(path: string, userId: number): Promise<CachedAnswer[]> {
  try {
    const all = (await (await open())?.getAllFromIndex('answer', 'path', path)) ?? []
    return all.filter((answer) => answer.userId === userId).sort((a, b) => b.at - a.at)
  } catch {
    return []
  }
}
