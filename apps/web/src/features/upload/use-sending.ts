import { UploadError, uploadOrder } from '../../api/file/upload.ts'
import { makeSessionStore } from '../../api/session/session-store.ts'
import { toast } from '../../ui/toast/toast.ts'

export interface Sending {
  name: string
  size: number
  sent: number
  /** Milliseconds since the epoch. */
  beganAt: number
}

interface State {
  /** Chosen and not yet sent. */
  file: File | undefined
  sending: Sending | undefined
  /** The upload that the bytes became, until the page has taken it up. */
  arrived: number | undefined
}

const nothing: State = { file: undefined, sending: undefined, arrived: undefined }
let stop: AbortController | undefined
/** The file of one person is never sent by the next. */
const store = makeSessionStore(nothing, () => stop?.abort())
const set = (change: Partial<State>) => store.set({ ...store.get(), ...change })

/** Takes another file; what was wrong with the one before has been read then. */
function choose(file: File): void {
  for (const { id, kind } of toast.get()) if (kind === 'stop') toast.close(id)
  set({ file })
}

/** Sends the chosen file. Lives beside the pages, not in one: going elsewhere does not break off what is being sent. */
async function send(file: File): Promise<void> {
  const mine = new AbortController()
  stop = mine
  set({ file: undefined, arrived: undefined, sending: { name: file.name, size: file.size, sent: 0, beganAt: Date.now() } })
  try {
    const { uploadId } = await uploadOrder(file, {
      signal: mine.signal,
      onProgress: (sent, total) => {
        const { sending } = store.get()
        if (sending) set({ sending: { ...sending, sent: Math.min(file.size, (sent / total) * file.size) } })
      },
    })
    set({ sending: undefined, arrived: uploadId })
  } catch (error) {
    if (mine.signal.aborted && !store.get().sending) return // with the session of who sent it
    // Why has been said; the file stays chosen where sending it once more may help.
    const isAgain = error instanceof UploadError && ['network', 'busy', 'aborted'].includes(error.reason)
    set({ sending: undefined, file: isAgain ? file : undefined })
  }
}

/** The one file that this window chose or sends, and what to do with it. */
export function useSending() {
  const { file, sending, arrived } = store.use()
  return {
    file,
    sending,
    arrived,
    choose,
    send,
    cancel: () => stop?.abort(),
    takeUp: () => set({ arrived: undefined }),
  }
}

/** Seconds still to go at the speed so far; undefined while nothing can be said. */
export function secondsToSend({ size, sent, beganAt }: Sending, now = Date.now()): number | undefined {
  const seconds = (now - beganAt) / 1000
  return sent > size / 50 && seconds > 1 ? Math.round((seconds / sent) * (size - sent)) : undefined
}
