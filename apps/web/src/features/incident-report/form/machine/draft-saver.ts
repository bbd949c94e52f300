import { mayRetry, readErrorKey, retryDelay, writeSentence } from '../../../../api/query-client.ts'
import type { Inputs, Outputs } from '../../../../api/trpc.ts'
import { makeStore } from '../../../../ui/state/store.ts'

type Input = Inputs['incidentReport']['saveOneDraft']
type SavedDraft = Outputs['incidentReport']['saveOneDraft']
/** Current contents of a form; the saver adds the draft they belong to. */
export type FormContent = Omit<Input, 'draft' | 'copyOf'>

export interface SaverState {
  /** The draft shown on the page; undefined until the first save. */
  draft: { id: number; since: string } | undefined
  savedAt: string | undefined
  /** Failure of the last attempt. If `sentence` is set, the server refused the attempt, so it isn't retried automatically. */
  failed: { sentence: string | undefined } | undefined
  /**
   * The server's message if another person changed the draft, or it was changed in another window, since this page last loaded or saved it;
   * undefined otherwise. Nothing is saved until the user chooses one of the two versions.
   */
  conflict: string | undefined
}

interface SaverEffects {
  save: (input: Input) => Promise<SavedDraft>
  /** Called after each save while the page is open. */
  onSaved: (input: FormContent, kept: SavedDraft) => void
  /** Called when a save finishes after the user has left the page. `late`: whether `onLeftFailed` was called before. */
  onLeftSaved: (late: boolean) => void
  /**
   * Called when a save fails after the user has left the page. With `sentence`, the server refused the save; without it, the save will be retried.
   */
  onLeftFailed: (sentence: string | undefined) => void
  /** Whether the user of this page is still the one who is signed in. Nothing may be saved in anybody else's name. */
  isSameUser: () => boolean
  /** Returns a function that cancels the timer. */
  setTimer: (work: () => void, milliseconds: number) => () => void
  /** Makes the browser ask before the page closes with unsaved input. Returns a function that stops this. */
  guardClosing: (isUnsaved: () => boolean) => () => void
  /** Calls `work` whenever the network returns. Returns a function that stops this. */
  onOnline: (work: () => void) => () => void
}

const SAVE_MS = 1500
const NOTHING: SaverState = { draft: undefined, savedAt: undefined, failed: undefined, conflict: undefined }

/**
 * Saves typed input as a draft, so that nobody fills in a legal form twice. Saves run one at a time, because a new form would otherwise become two
 * drafts. Temporary failures are retried even after the page is left, and the browser asks before closing with unsaved input.
 */
export class DraftSaver {
  private readonly effects: SaverEffects
  private readonly store = makeStore(NOTHING)
  private pending: FormContent | undefined
  private copyOf: number | undefined
  private isSaving = false
  private isLeft = false
  private isOver = false
  private isReported = false
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

  /** Called when the page is left. Saves what was typed since the last save, in a new draft if the open one is in conflict. */
  readonly leave = (): void => {
    this.isLeft = true
    if (this.get().conflict) this.splitOff()
    void this.flush()
  }

  /** Saves the form once the user has stopped typing for a moment. */
  readonly type = (typed: FormContent): void => {
    this.pending = typed
    this.wait(SAVE_MS)
  }

  /**
   * Call this when the page opens a saved draft: later saves update that draft, and input of the previous draft that is still unsaved is discarded.
   */
  open(draft: { id: number; since: string }): void {
    this.pending = undefined
    this.copyOf = undefined
    this.failures = 0
    this.stopTimer()
    this.set({ ...NOTHING, draft })
  }

  readonly setConflict = (conflict: string): void => this.set({ conflict })

  saveMine(typed: FormContent): Promise<void> {
    this.pending = typed
    this.splitOff()
    return this.flush()
  }

  /** Stops saving drafts, because the report is being sent. */
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

  /** Selects the draft that the server should update (`draft`) or copy (`copyOf`). Without either, the server creates a new draft. */
  private pickTarget(): Pick<Input, 'draft' | 'copyOf'> {
    const { draft } = this.get()
    if (this.copyOf) return { copyOf: this.copyOf }
    return draft ? { draft } : {}
  }

  private saved(typed: FormContent, kept: SavedDraft): void {
    if (this.isLeft) this.effects.onLeftSaved(this.isReported)
    this.failures = 0
    this.copyOf = undefined
    this.set({ draft: { id: kept.draftId, since: kept.updatedAt }, savedAt: kept.updatedAt, failed: undefined })
    if (!this.isLeft) this.effects.onSaved(typed, kept)
  }

  private fail(error: unknown): void {
    const key = readErrorKey(error)
    if (key === 'incident_draft_changed') {
      this.set({ conflict: writeSentence(error), failed: undefined })
      // A user who has left the page can't choose between the two versions of the draft, so the unsaved input becomes a new draft.
      if (this.isLeft) this.splitOff()
    } else if (key === 'incident_draft_gone') {
      this.splitOff()
    } else {
      const isPassing = mayRetry(0, error)
      this.set({ failed: { sentence: isPassing ? undefined : writeSentence(error) } })
      if (this.isLeft && !(this.isReported && isPassing)) this.effects.onLeftFailed(this.get().failed?.sentence)
      this.isReported = this.isLeft
      if (isPassing) this.wait(retryDelay(this.failures++))
      else if (this.isLeft) this.pending = undefined
    }
  }

  /**
   * Resolves a conflict with a newer version on the server: leaves that version unchanged, and lets the next save create a new draft from this page's
   * input.
   */
  private splitOff(): void {
    this.copyOf = this.get().draft?.id
    this.set({ conflict: undefined, failed: undefined })
  }

  private isUnsaved(): boolean {
    return (this.isSaving || this.pending !== undefined) && !this.isOver && this.effects.isSameUser()
  }

  /** Stops listening once the user has left the page and nothing is unsaved. */
  private settle(): void {
    if (this.isLeft && !this.isUnsaved()) this.stopListening()
  }
}
