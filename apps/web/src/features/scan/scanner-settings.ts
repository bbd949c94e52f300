import { useSyncExternalStore } from 'react'
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

const listeners = new Set<() => void>()
let read: { text: string | null; settings: ScannerSettings } = { text: null, settings: usual }

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

export function getScannerSettings(): ScannerSettings {
  const text = localStorage.getItem(KEY)
  if (text !== read.text) read = { text, settings: parse(text) }
  return read.settings
}

export function changeScannerSettings(change: Partial<ScannerSettings>): void {
  localStorage.setItem(KEY, JSON.stringify({ ...getScannerSettings(), ...change }))
  for (const tell of listeners) tell()
}

/** The timing that holds on this device. A slow scanner also needs longer until its buffer is over. */
export function getTiming(): Timing {
  const { learned } = getScannerSettings()
  if (!learned) return usualTiming
  return { gapMs: learned.gapMs, clearMs: Math.max(usualTiming.clearMs, learned.gapMs * 4) }
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => event.key === KEY && listener()
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

export function useScannerSettings(): ScannerSettings {
  return useSyncExternalStore(subscribe, getScannerSettings)
}
