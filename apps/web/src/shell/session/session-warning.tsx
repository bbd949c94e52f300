import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { auth } from '../../api/session/auth-calls.ts'
import { endUnauthenticated, getSession, saveSession, useSession } from '../../api/session/session.ts'
import { Note } from '../../ui/layout/note.tsx'
import { VisuallyHidden } from '../../ui/text/text.tsx'
import css from '../shell.module.css'

/** Time before the end of the session at which the warning appears. */
const WARN_MS = 2 * 60_000

/** Time left in words: `2 min`, `1 min 30 s`, `45 s`. */
export function timeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  if (seconds < 60) return `${seconds} s`
  const rest = seconds % 60
  return rest === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${rest} s`
}

/** Warns that the session is about to end, counts down, and offers to stay. Background calls don't extend the session. */
export function SessionWarning() {
  const session = useSession()
  const [now, setNow] = useState(Date.now)
  const [staying, setStaying] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => {
      const end = getSession()?.idleExpiresAt
      if (end && Date.parse(end) <= Date.now()) endUnauthenticated()
      setNow(Date.now())
    }, 1000)
    return () => clearInterval(timer)
  }, [])
  if (!session?.idleExpiresAt) return null
  const left = Date.parse(session.idleExpiresAt) - now
  if (left > WARN_MS || left <= 0) return null
  const last = Date.parse(session.expiresAt) - Date.parse(session.idleExpiresAt) < 1000
  const quietMinutes = Math.round(((session.idleLength ?? 0) - WARN_MS) / 60_000)
  const stay = async () => {
    setStaying(true)
    try {
      saveSession(await auth.updateOneToken.mutate())
    } catch {
      endUnauthenticated()
    } finally {
      setStaying(false)
    }
  }
  return (
    <section className={css.session} aria-label="Session">
      <VisuallyHidden role="alert">You will be signed out in 2 minutes.</VisuallyHidden>
      <Note
        meaning="attention"
        title={<time>You will be signed out in {timeLeft(left)}.</time>}
        action={
          !last && (
            <Button size="xs" loading={staying} onClick={() => void stay()}>
              Stay signed in
            </Button>
          )
        }
      >
        {last
          ? 'A session ends after 12 hours. Save your work, then sign in again.'
          : `Nothing was scanned or typed for ${quietMinutes} minutes.`}
      </Note>
    </section>
  )
}
