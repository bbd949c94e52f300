import { useEffect, useRef, useState } from 'react'
import { getSession } from '../../../../api/session/session.ts'
import { type Outputs, trpc } from '../../../../api/trpc.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { DraftSaver, type FormContent } from './draft-saver.ts'

interface UseDraftSaverParts {
  /** Puts the id of this page's draft into the URL. */
  name: (draftId: number) => void
  onSaved: (typed: FormContent, kept: Outputs['incidentReport']['saveOneDraft']) => void
}

/** The saver of this page's form, and the result of its last save. */
export function useDraftSaver(parts: UseDraftSaverParts) {
  const { mutateAsync } = trpc.incidentReport.saveOneDraft.useMutation({ meta: { quiet: true } })
  const utils = trpc.useUtils()
  // The saver outlives the render that created it, so it reads the current props from this ref.
  const latest = useRef(parts)
  latest.current = parts
  const [saver] = useState(() => {
    const user = getSession()?.user?.id
    return new DraftSaver({
      save: mutateAsync,
      onSaved: (typed, kept) => {
        latest.current.onSaved(typed, kept)
        latest.current.name(kept.draftId)
      },
      onLeftSaved: (late) => {
        void utils.incidentReport.readManyDrafts.invalidate()
        if (late) toast.done('Draft saved.', { everywhere: true })
      },
      onLeftFailed: (sentence) =>
        sentence
          ? toast.stop(`The draft was not saved: ${sentence}`, { everywhere: true })
          : toast.attention('The draft is not saved yet. Saving is retried while this window is open.', {
              seconds: 10,
              everywhere: true,
            }),
      isSameUser: () => getSession()?.user?.id === user,
      setTimer: (work, milliseconds) => {
        const timer = setTimeout(work, milliseconds)
        return () => clearTimeout(timer)
      },
      guardClosing: (isUnsaved) =>
        listen('beforeunload', (event) => {
          if (isUnsaved()) event.preventDefault()
        }),
      onOnline: (work) => listen('online', work),
    })
  })
  useEffect(() => {
    saver.enter()
    return saver.leave
  }, [saver])
  return { saver, saving: saver.use() }
}

/** Returns an unsubscribe function. */
function listen<Name extends 'beforeunload' | 'online'>(name: Name, hear: (event: WindowEventMap[Name]) => void): () => void {
  window.addEventListener(name, hear)
  return () => window.removeEventListener(name, hear)
}
