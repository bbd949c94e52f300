import { mayRetry, readErrorKey, retryDelay, writeSentence } from '../../../../api/query-client.ts'
import type { Inputs, Outputs } from '../../../../api/trpc.ts'
import { makeStore } from '../../../../ui/state/store.ts'

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

interface SaverEffects {
  save: (input: Input) => Promise<Kept>
  /** Told of each save while the page is open. */
  onSaved: (input: Typed, kept: Kept) => void
  /** After the page was left; `late`: after `onLeftFailed`. */
  onLeftSaved: (late: boolean) => void
  /** After the page was left: it is tried again, or refused in the words of `sentence`. */
  onLeftFailed: (sentence: string | undefined) => void
  /** Nothing is saved in the name of who signs in later. */
  isSameUser: () => boolean
  /** Returns what ends it, as the next two do. */
  setTimer: (work: () => void, milliseconds: number) => () => void
  /** Has the browser ask before it closes on something unsaved. */
  guardClosing: (isUnsaved: () => boolean) => () => void
  /** The network is back. */
  onOnline: (work: () => void) => () => void
}

const SAVE_MS = 1500
const NOTHING: SaverState = { draft: undefined, savedAt: undefined, failed: undefined, conflict: undefined }

/**
 * Keeps what is typed as a draft: nobody fills a legal form twice. One save after the other, or a new form becomes two drafts; what failed for now is
 * tried again, also after the page was left, and the browser asks before it closes on something unsaved.
 */
export class DraftSaver {
  private readonly effects: SaverEffects
  private readonly store = makeStore(NOTHING)
  private pending: Typed | undefined
  private copyOf: number | undefined
  private isSaving = false
  private isLeft = false
  private isOver = false
  private isTold = false
  private failures = 0
  private stopTimer = () => {}
  private stopListening = () => {}

  constructor(effects: SaverEffects) {
    this.effects = effects
  }

  readonly get = (): SaverState => this.store.get()
  readonly use = (): SaverState => this.store.use()

  readonly enter = (): void => {
    this.isLeft = false
    this.stopListening()
    const stopGuard = this.effects.guardClosing(() => this.isUnsaved())
    const stopOnline = this.effects.onOnline(() => void (this.failures > 0 && this.flush()))
    this.stopListening = () => {
      stopGuard()
      stopOnline()
    }
  }

  /** What was typed last is kept also when the page is left. */
  readonly leave = (): void => {
    this.isLeft = true
    if (this.get().conflict) this.splitOff()
    void this.flush()
  }

  /** Saved when nobody has typed for a while. */
  readonly type = (typed: Typed): void => {
    this.pending = typed
    this.wait(SAVE_MS)
  }

  /** Another version of the draft is on the page now. */
  open(draft: { id: number; since: string }): void {
    this.pending = undefined
    this.copyOf = undefined
    this.failures = 0
    this.stopTimer()
    this.set({ ...NOTHING, draft })
  }

  readonly setConflict = (conflict: string): void => this.set({ conflict })

  saveMine(typed: Typed): Promise<void> {
    this.pending = typed
    this.splitOff()
    return this.flush()
  }

  /** The report is on its way: nothing of it is a draft any more. */
  readonly end = (): void => {
    this.isOver = true
  }

  private set(change: Partial<SaverState>): void {
    this.store.set({ ...this.get(), ...change })
  }

  private wait(milliseconds: number): void {
    this.stopTimer()
    this.stopTimer = this.effects.setTimer(() => void this.flush(), milliseconds)
  }

  private async flush(): Promise<void> {
    this.stopTimer()
    const typed = this.pending
    if (this.isSaving || this.isOver || !typed || this.get().conflict || !this.effects.isSameUser()) return this.settle()
    this.isSaving = true
    this.pending = undefined
    try {
      this.saved(typed, await this.effects.save({ ...typed, ...this.pickTarget() }))
    } catch (error) {
      this.pending ??= typed
      this.fail(error)
    } finally {
      this.isSaving = false
    }
    if (this.pending && !this.get().failed) this.wait(this.isLeft ? 0 : SAVE_MS)
    this.settle()
  }

  /** Which draft it goes to; none: a new one. */
  private pickTarget(): Pick<Input, 'draft' | 'copyOf'> {
    const { draft } = this.get()
    if (this.copyOf) return { copyOf: this.copyOf }
    return draft ? { draft } : {}
  }

  private saved(typed: Typed, kept: Kept): void {
    if (this.isLeft) this.effects.onLeftSaved(this.isTold)
    this.failures = 0
    this.copyOf = undefined
    this.set({ draft: { id: kept.draftId, since: kept.updatedAt }, savedAt: kept.updatedAt, failed: undefined })
    if (!this.isLeft) this.effects.onSaved(typed, kept)
  }

  private fail(error: unknown): void {
    const key = readErrorKey(error)
    if (key === 'incident_draft_changed') {
      this.set({ conflict: writeSentence(error), failed: undefined })
      // Who has left cannot choose any more.
      if (this.isLeft) this.splitOff()
    } else if (key === 'incident_draft_gone') {
      this.splitOff()
    } else {
      const isPassing = mayRetry(0, error)
      this.set({ failed: { sentence: isPassing ? undefined : writeSentence(error) } })
      if (this.isLeft && !(this.isTold && isPassing)) this.effects.onLeftFailed(this.get().failed?.sentence)
      this.isTold = this.isLeft
      if (isPassing) this.wait(retryDelay(this.failures++))
      else if (this.isLeft) this.pending = undefined
    }
  }

  /** Theirs stays what it is, or gone; what was typed here becomes a draft of its own. */
  private splitOff(): void {
    this.copyOf = this.get().draft?.id
    this.set({ conflict: undefined, failed: undefined })
  }

  private isUnsaved(): boolean {
    return (this.isSaving || this.pending !== undefined) && !this.isOver && this.effects.isSameUser()
  }

  /** After the page was left, nothing outlives the last save. */
  private settle(): void {
    if (this.isLeft && !this.isUnsaved()) this.stopListening()
  }
}
