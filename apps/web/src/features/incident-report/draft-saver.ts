import { mayRetry, readErrorKey, retryDelay, writeSentence } from '../../api/query-client.ts'
import type { Inputs, Outputs } from '../../api/trpc.ts'
import { makeStore } from '../../ui/store.ts'

type Input = Inputs['incidentReport']['saveOneDraft']
type Kept = Outputs['incidentReport']['saveOneDraft']
/** A form as it stands; which draft it goes to is the saver's to know. */
export type Typed = Omit<Input, 'draft' | 'copyOf'>

export interface SaverState {
  /** The draft on the page; absent: nothing of it is saved yet. */
  draft: { id: number; since: string } | undefined
  savedAt: string | undefined
  /** Of the last try; `sentence`: the server refused it, so it is not tried again by itself. */
  failed: { sentence: string | undefined } | undefined
  /** Somebody else saved the draft since, in the server's words: nothing is saved any more until the user has chosen. */
  conflict: string | undefined
}

interface SaverParts {
  save: (input: Input) => Promise<Kept>
  /** Told of each save while the page is open. */
  onSaved: (input: Typed, kept: Kept) => void
  /** After the page was left; `late`: after `onLeftFailed`. */
  onLeftSaved: (late: boolean) => void
  /** After the page was left: it is tried again, or refused in the words of `sentence`. */
  onLeftFailed: (sentence: string | undefined) => void
  /** Nothing is saved in the name of who signs in later. */
  isSameUser: () => boolean
}

const SAVE_MS = 1500
const nothing: SaverState = { draft: undefined, savedAt: undefined, failed: undefined, conflict: undefined }

/**
 * Keeps what is typed as a draft: nobody fills a legal form twice. One save after the other, or a new form becomes two drafts; what failed for now is
 * tried again, also after the page was left, and the browser asks before it closes on something unsaved.
 */
export function makeDraftSaver({ save, onSaved, onLeftSaved, onLeftFailed, isSameUser }: SaverParts) {
  const store = makeStore(nothing)
  let pending: Typed | undefined
  let copyOf: number | undefined
  let isSaving = false
  let isLeft = false
  let isOver = false
  let isTold = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const set = (change: Partial<SaverState>) => store.set({ ...store.get(), ...change })

  function wait(milliseconds: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), milliseconds)
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    if (isSaving || isOver || !pending || store.get().conflict || !isSameUser()) return settle()
    isSaving = true
    const typed = pending
    pending = undefined
    try {
      const kept = await save({ ...typed, ...(copyOf ? { copyOf } : store.get().draft ? { draft: store.get().draft } : {}) })
      if (isLeft) onLeftSaved(isTold)
      failures = 0
      copyOf = undefined
      set({ draft: { id: kept.draftId, since: kept.updatedAt }, savedAt: kept.updatedAt, failed: undefined })
      if (!isLeft) onSaved(typed, kept)
    } catch (error) {
      pending ??= typed
      fail(error)
    } finally {
      isSaving = false
    }
    if (pending && !store.get().failed) wait(isLeft ? 0 : SAVE_MS)
    settle()
  }

  function fail(error: unknown): void {
    const key = readErrorKey(error)
    if (key === 'incident_draft_changed') {
      set({ conflict: writeSentence(error), failed: undefined })
      // Who has left cannot choose any more.
      if (isLeft) splitOff()
    } else if (key === 'incident_draft_gone') {
      splitOff()
    } else {
      const isPassing = mayRetry(0, error)
      set({ failed: { sentence: isPassing ? undefined : writeSentence(error) } })
      if (isLeft && !(isTold && isPassing)) onLeftFailed(store.get().failed?.sentence)
      isTold = isLeft
      if (isPassing) wait(retryDelay(failures++))
      else if (isLeft) pending = undefined
    }
  }

  /** Theirs stays what it is, or gone; what was typed here becomes a draft of its own. */
  function splitOff(): void {
    copyOf = store.get().draft?.id
    set({ conflict: undefined, failed: undefined })
  }

  const isUnsaved = () => (isSaving || pending !== undefined) && !isOver && isSameUser()
  const ask = (event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault()
  }
  const tryNow = () => void (failures > 0 && flush())
  /** After the page was left, nothing outlives the last save. */
  function settle(): void {
    if (!isLeft || isUnsaved()) return
    window.removeEventListener('beforeunload', ask)
    window.removeEventListener('online', tryNow)
  }
  return {
    get: store.get,
    use: store.use,
    enter: () => {
      isLeft = false
      window.addEventListener('beforeunload', ask)
      window.addEventListener('online', tryNow)
    },
    /** What was typed last is kept also when the page is left. */
    leave: () => {
      isLeft = true
      if (store.get().conflict) splitOff()
      void flush()
    },
    /** Saved when nobody has typed for a while. */
    type: (typed: Typed) => {
      pending = typed
      wait(SAVE_MS)
    },
    /** Another version of the draft is on the page now. */
    open: (draft: { id: number; since: string }) => {
      pending = undefined
      copyOf = undefined
      failures = 0
      clearTimeout(timer)
      set({ ...nothing, draft })
    },
    setConflict: (conflict: string) => set({ conflict }),
    saveMine: (typed: Typed) => {
      pending = typed
      splitOff()
      return flush()
    },
    /** The report is on its way: nothing of it is a draft any more. */
    end: () => {
      isOver = true
    },
  }
}
