import type { StopKind } from '@seriatim/schema'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** A scan that was taken on this device and that the server has not answered yet. */
export interface WaitingScan {
  /** Ascending in the order of the scans. */
  id: number
  userId: number
  documentId: number
  /** When it was scanned: ISO 8601. */
  at: string
  /** `stop`: it did not receive, and the server keeps why. */
  kind: 'med' | 'container' | 'stop'
  /** Serial number, or the container's code. */
  key: string
  gtin?: string
  how: 'scan' | 'serial'
  /** What the label says, for the server to compare; and why it is received all the same, as the file says or here too. */
  lotNumber?: string
  expirationDate?: string
  reason?: string
  elsewhereReason?: string
  stopReason?: string
  recallReason?: string
  /** What it was stopped for, and the order or recall that it met. */
  stop?: { kind: StopKind; about?: string }
  /** It belongs to an order that is not on screen: the server checks its date too. */
  stopDated?: true
  /** Recalls that name it, and for which somebody answered: it is received all the same. */
  knownRecallIds?: number[]
  /** It was sent once at least: the server may have it, though no answer came. */
  tried?: true
}

export type NewScan = Omit<WaitingScan, 'id' | 'tried'>

/** Where waiting scans are kept. No session data: neither signing out nor a 401 touches it (decision 6). */
export interface ScanStore {
  add(scan: NewScan): Promise<WaitingScan>
  /** Of one user, oldest first. */
  list(userId: number): Promise<WaitingScan[]>
  markTried(id: number, isTried: boolean): Promise<void>
  delete(id: number): Promise<void>
  /** False: they are gone when the window is closed. */
  isLasting(): boolean
}

function marked<Scan extends { tried?: true }>({ tried: _, ...scan }: Scan, isTried: boolean) {
  return { ...scan, ...(isTried ? { tried: true as const } : {}) }
}

/** For a browser that keeps nothing, such as some private windows: better than losing the scan at once. */
export function makeWindowStore(): ScanStore {
  let scans: WaitingScan[] = []
  let nextId = 1
  return {
    async add(scan) {
      const whole = { ...scan, id: nextId++ }
      scans = [...scans, whole]
      return whole
    },
    list: async (userId) => scans.filter((scan) => scan.userId === userId),
    async markTried(id, isTried) {
      scans = scans.map((scan) => (scan.id === id ? marked(scan, isTried) : scan))
    },
    async delete(id) {
      scans = scans.filter((scan) => scan.id !== id)
    },
    isLasting: () => false,
  }
}

interface Tables extends DBSchema {
  scan: { key: number; value: Omit<WaitingScan, 'id'>; indexes: { userId: number } }
}

const NAME = 'seriatim-scans'

/** On the device, in IndexedDB; in the window while that cannot be had. */
export function makeDatabaseStore(): ScanStore {
  const spare = makeWindowStore()
  let lasting = true
  let opened: Promise<IDBPDatabase<Tables> | undefined> | undefined
  const openOnce = async () => {
    try {
      return await openDB<Tables>(NAME, 1, {
        upgrade(database) {
          database.createObjectStore('scan', { autoIncrement: true }).createIndex('userId', 'userId')
        },
        terminated: () => {
          opened = undefined
        },
      })
    } catch {
      lasting = false
      return undefined
    }
  }
  const open = () => {
    opened ??= openOnce()
    return opened
  }
  return {
    async add(scan) {
      const database = await open()
      return database ? { ...scan, id: await database.add('scan', scan) } : spare.add(scan)
    },
    async list(userId) {
      const database = await open()
      if (!database) return spare.list(userId)
      const scans: WaitingScan[] = []
      const read = database.transaction('scan').store.index('userId')
      for (let at = await read.openCursor(userId); at; at = await at.continue()) scans.push({ ...at.value, id: at.primaryKey })
      return scans
    },
    async markTried(id, isTried) {
      const database = await open()
      const kept = await database?.get('scan', id)
      if (database && kept) await database.put('scan', marked(kept, isTried), id)
      else await spare.markTried(id, isTried)
    },
    async delete(id) {
      const database = await open()
      await (database ? database.delete('scan', id) : spare.delete(id))
    },
    isLasting: () => lasting,
  }
}
