import { makeDeviceStore } from '../../../ui/state/store.ts'
import { type Terminator, type Timing, usualTiming } from './keystrokes.ts'

/** Scanner settings of this device. This is not session data, so it survives a sign-out. */
export interface ScannerSettings {
  /** Whether scans are accepted wherever the focus is; if off, only in the focused field (WCAG 2.1.4). */
  listens: boolean
  /** Timing and terminator that were learned from three scans; undefined means the default timing. */
  learned?: { gapMs: number; terminator: Terminator } | undefined
}

const KEY = 'seriatim-scanner'
const usual: ScannerSettings = { listens: true }
const LEAST_GAP_MS = 10
const MOST_GAP_MS = 300

function parse(text: string | null): ScannerSettings {
  try {
    const kept = JSON.parse(text ?? '{}') as Partial<ScannerSettings> // written only by us; missing or odd values are replaced below
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

/**
 * Returns the timing by which this device recognizes scans: learned from its scanner, or the default. A slow scanner also gets a longer buffer
 * timeout.
 */
export function getTiming(): Timing {
  const { learned } = getScannerSettings()
  if (!learned) return usualTiming
  return { gapMs: learned.gapMs, clearMs: Math.max(usualTiming.clearMs, learned.gapMs * 4) }
}
