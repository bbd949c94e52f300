import { UploadError, uploadOrder } from '../../api/file/upload.ts'
import { makeSessionStore } from '../../api/session/session-store.ts'
import { toast } from '../../ui/toast/toast.ts'

export interface Sending {
  name: string
  size: number
  sent: number
  /** Unix time in milliseconds. */
  beganAt: number
}

interface State {
  /** Chosen but not sent yet. */
  file: File | undefined
  sending: Sending | undefined
  /** Id of the finished upload, until the page has shown it. */
  arrived: number | undefined
}

const nothing: State = { file: undefined, sending: undefined, arrived: undefined }
let stop: AbortController | undefined
/** Aborts the upload when the session ends, because the file must never be sent as the next user. */
const store = makeSessionStore(nothing, () => stop?.abort())
const set = (change: Partial<State>) => store.set({ ...store.get(), ...change })

/** Chooses another file and closes the errors about the previous one. */
function choose(file: File): void {
  for (const { id, kind } of toast.get()) if (kind === 'stop') toast.close(id)
  set({ file })
}

/** Sends the chosen file. Lives outside the page, so navigation doesn't abort it. */
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
    if (mine.signal.aborted && !store.get().sending) return // canceled because the user's session ended
    const isAgain = error instanceof UploadError && ['network', 'busy', 'aborted'].includes(error.reason)
    set({ sending: undefined, file: isAgain ? file : undefined })
  }
}

/** The file chosen or being sent in this window, with its actions. */
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

/** Estimated seconds left at the current speed; undefined while unknown. */
export function secondsToSend({ size, sent, beganAt }: Sending, now = Date.now()): number | undefined {
  const seconds = (now - beganAt) / 1000
  return sent > size / 50 && seconds > 1 ? Math.round((seconds / sent) * (size - sent)) : undefined
}
