import { makeDeviceStore } from '../../../ui/state/store.ts'
import { type Terminator, type Timing, usualTiming } from './keystrokes.ts'

/** What this device knows of its scanner. No session data: it stays when somebody signs out. */
export interface ScannerSettings {
  /** Scans are taken wherever the focus is; off, only in the field that has the focus (WCAG 2.1.4). */
  listens: boolean
  /** Learned from three scans; absent, the usual timing holds. */
  learned?: { gapMs: number; terminator: Terminator } | undefined
}

const KEY = 'seriatim-scanner'
const usual: ScannerSettings = { listens: true }
const LEAST_GAP_MS = 10
const MOST_GAP_MS = 300

function parse(text: string | null): ScannerSettings {
  try {
    const kept = JSON.parse(text ?? '{}') as Partial<ScannerSettings> // ours alone; what is missing or odd is replaced below
    const gapMs = Number(kept.learned?.gapMs)
    const isSound = gapMs >= LEAST_GAP_MS && gapMs <= MOST_GAP_MS
    const learned = isSound ? { gapMs, terminator: kept.learned?.terminator ?? 'none' } : undefined
    return { listens: kept.listens !== false, ...(learned ? { learned } : {}) }
  } catch {
    return usual
  }
}

const settings = makeDeviceStore(KEY, parse)

export const getScannerSettings = settings.get
export const useScannerSettings = settings.use

export function changeScannerSettings(change: Partial<ScannerSettings>): void {
  settings.keep(JSON.stringify({ ...settings.get(), ...change }))
}

/** The timing that holds on this device. A slow scanner also needs longer until its buffer is over. */
export function getTiming(): Timing {
  const { learned } = getScannerSettings()
  if (!learned) return usualTiming
  return { gapMs: learned.gapMs, clearMs: Math.max(usualTiming.clearMs, learned.gapMs * 4) }
}
