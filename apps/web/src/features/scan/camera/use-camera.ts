import { type RefObject, useEffect, useRef, useState } from 'react'
import { makeRepeatFilter } from '../outbox/repeat-filter.ts'

const SAME_CODE_MS = 2000
const BETWEEN_PICTURES_MS = 80
/** Maximum picture width in pixels: codes in larger pictures take longer to read, but are read no more reliably. */
const WIDEST = 1280

/** The reason why the browser provides no camera here; undefined if it provides one. */
export function cameraRefusal(): string | undefined {
  if (!globalThis.isSecureContext)
    return 'The camera works on https pages only. Ask your administrator for the https URL of Seriatim, or scan with a handheld scanner.'
  if (!navigator.mediaDevices?.getUserMedia) return 'This browser has no access to a camera.'
  return undefined
}

function findReason(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') return 'Camera access is blocked. Allow it for this page in the browser, then try again.'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'This device has no camera.'
  if (name === 'NotReadableError') return 'Another program is using the camera. Close it, then try again.'
  return 'The camera could not be started. Try again, or scan with a handheld scanner.'
}

interface Camera {
  state: 'starting' | 'running' | 'failed'
  reason: string | undefined
  /** Whether the camera's light is on; undefined if the camera has none. */
  lamp: boolean | undefined
  setLamp: (on: boolean) => void
}

/** The browser's types lack `torch`. */
type LampTrack = MediaTrackCapabilities & { torch?: boolean }
const lampSetting = (torch: boolean) => ({ advanced: [{ torch } as MediaTrackConstraintSet] })

/** Reads codes with the rear camera and reports each one once. Stops when the page is hidden or the view unmounts. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onCode: (text: string) => void): Camera {
  const [state, setState] = useState<Camera['state']>('starting')
  const [reason, setReason] = useState<string>()
  const [lamp, setLampState] = useState<boolean>()
  const latest = useRef(onCode)
  latest.current = onCode
  const track = useRef<MediaStreamTrack>(undefined)

  useEffect(() => {
    let stream: MediaStream | undefined
    let awake: WakeLockSentinel | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let ended = false
    /** Number of the current scan loop. A loop stops when it finds that its own number is no longer the current one. */
    let round = 0
    const isNew = makeRepeatFilter(SAME_CODE_MS)
    const canvas = document.createElement('canvas')
    const stop = () => {
      round += 1
      clearTimeout(timer)
      for (const one of stream?.getTracks() ?? []) one.stop()
      stream = undefined
      track.current = undefined
      void awake?.release().catch(() => undefined)
      awake = undefined
      setLampState(undefined)
    }
    const start = async () => {
      stop()
      const own = round
      const isOver = () => ended || own !== round
      setState('starting')
      try {
        const [{ readPicture }, opened] = await Promise.all([
          import('./camera-code.ts'),
          navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: 'environment', width: { ideal: WIDEST } } }),
        ])
        if (isOver() || !video.current) {
          for (const one of opened.getTracks()) one.stop()
          return
        }
        stream = opened
        track.current = opened.getVideoTracks()[0]
        video.current.srcObject = opened
        await video.current.play()
        const abilities: LampTrack = track.current?.getCapabilities?.() ?? {}
        if (abilities.torch) setLampState(false)
        awake = await navigator.wakeLock?.request('screen').catch(() => undefined)
        setState('running')
        const scan = async () => {
          if (isOver() || !video.current) return
          const picture = takePicture(video.current, canvas)
          const text = picture && (await readPicture(picture))
          if (isOver()) return
          if (text && isNew(text, performance.now())) latest.current(text)
          timer = setTimeout(() => void scan().catch(fail), BETWEEN_PICTURES_MS)
        }
        await scan()
      } catch (error) {
        if (!isOver()) fail(error)
      }
    }
    const fail = (error: unknown) => {
      stop()
      setReason(findReason(error))
      setState('failed')
    }
    const onVisible = () => (document.hidden ? stop() : void start())
    document.addEventListener('visibilitychange', onVisible)
    void start()
    return () => {
      ended = true
      document.removeEventListener('visibilitychange', onVisible)
      stop()
    }
  }, [video])

  const setLamp = (on: boolean) => {
    void track.current
      ?.applyConstraints(lampSetting(on))
      .then(() => setLampState(on))
      .catch(() => setLampState(undefined))
  }
  return { state, reason, lamp, setLamp }
}

function takePicture(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | undefined {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0) return undefined
  const scale = Math.min(1, WIDEST / videoWidth)
  canvas.width = Math.round(videoWidth * scale)
  canvas.height = Math.round(videoHeight * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return context?.getImageData(0, 0, canvas.width, canvas.height)
}
