import { makeDeviceStore } from '../../ui/state/store.ts'

/** Sounds for the results of a scan, in this order: one high tone, one low tone, two equal tones, three falling tones, two falling tones. */
export type Sound = 'received' | 'already' | 'elsewhere' | 'stop' | 'unknown'

const tones: Record<Sound, readonly number[]> = {
  received: [1320],
  already: [392],
  elsewhere: [660, 660],
  stop: [784, 587, 392],
  unknown: [523, 349],
}
const LENGTH = 0.09
const GAP = 0.045

const KEY = 'seriatim-receive-muted'
const muted = makeDeviceStore(KEY, (text) => text === '1')
let context: AudioContext | undefined

export function playSound(sound: Sound): void {
  if (muted.get()) return
  try {
    context ??= new AudioContext()
    // Browsers stay silent before the first key or click; later sounds play.
    if (context.state === 'suspended') void context.resume().catch(() => undefined)
    let at = context.currentTime
    for (const frequency of tones[sound]) {
      const tone = context.createOscillator()
      const volume = context.createGain()
      tone.frequency.value = frequency
      tone.type = 'triangle'
      volume.gain.setValueAtTime(0, at)
      volume.gain.linearRampToValueAtTime(0.35, at + 0.008)
      volume.gain.linearRampToValueAtTime(0, at + LENGTH)
      tone.connect(volume).connect(context.destination)
      tone.start(at)
      tone.stop(at + LENGTH)
      at += LENGTH + GAP
    }
  } catch {
    // A device without audio still shows the result.
  }
}

const setMuted = (isMuted: boolean) => muted.keep(isMuted ? '1' : null)

/** Saved per device, because one counter may be loud while another is next to the waiting room. */
export function useMuted(): [muted: boolean, setMuted: (muted: boolean) => void] {
  return [muted.use(), setMuted]
}
