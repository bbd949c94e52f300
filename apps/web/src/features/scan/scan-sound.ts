import { makeDeviceStore } from '../../ui/state/store.ts'

/** What a scan sounds like: one high, one low, two equal, three falling, two falling. */
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
    // A browser gives no sound before the first key or click; later ones are heard.
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
    // A device without sound still shows the result.
  }
}

const setMuted = (isMuted: boolean) => muted.keep(isMuted ? '1' : null)

/** Remembered on the device: one counter is loud, the other is beside the waiting room. */
export function useMuted(): [muted: boolean, setMuted: (muted: boolean) => void] {
  return [muted.use(), setMuted]
}
