import type { StopKind } from '@seriatim/schema'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** A scan made on this device that the server has not answered yet. */
export interface WaitingScan {
  /** Increases from scan to scan, so it gives the order of the scans. */
  id: number
  userId: number
  documentId: number
  /** Time of the scan, ISO 8601. */
  at: string
  /** `med` and `container` scans receive a unit; `stop` reports a scan that the receiving screen rejected, and the server records why. */
  kind: 'med' | 'container' | 'stop'
  /** Serial number, or the container's code. */
  key: string
  gtin?: string
  how: 'scan' | 'serial'
  /**
   * `lotNumber` and `expirationDate`: label data that the server compares with the document. The `…Reason` fields and `reason`: why the user received
   * the package despite a mismatch, a receipt elsewhere, a stop or a recall.
   */
  lotNumber?: string
  expirationDate?: string
  reason?: string
  elsewhereReason?: string
  stopReason?: string
  recallReason?: string
  /** Kind of stop, and the order or recall that caused it. */
  stop?: { kind: StopKind; about?: string }
  /** True if the scan belongs to an order that is not on screen. The server then checks the expiration date, because no page has done so. */
  stopDated?: true
  /** Ids of the recalls despite which the user decided to receive the package. */
  knownRecallIds?: number[]
  /** True if the scan was sent at least once without an answer, so that the server may have it. */
  tried?: true
}

export type NewScan = Omit<WaitingScan, 'id' | 'tried'>

/** Storage for waiting scans. This is not session data: neither signing out nor a 401 deletes it (decision 6). */
export interface ScanStore {
  add(scan: NewScan): Promise<WaitingScan>
  /** Scans of one user, oldest first. */
  list(userId: number): Promise<WaitingScan[]>
  markTried(id: number, isTried: boolean): Promise<void>
  delete(id: number): Promise<void>
  /** False if scans are lost when the window closes. */
  isLasting(): boolean
}

function marked<Scan extends { tried?: true }>({ tried: _, ...scan }: Scan, isTried: boolean) {
  return { ...scan, ...(isTried ? { tried: true as const } : {}) }
}

/** Fallback for browsers that store nothing, such as some private windows: the scan at least survives until the window closes. */
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

/** Stores scans in IndexedDB. While that is unavailable, they are kept in memory and are lost when this window closes or reloads. */
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
