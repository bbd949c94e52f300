import { Button, Input } from '@mantine/core'
import { type ChangeEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { FormError } from '../../../ui/form/form-error.tsx'
import { LinkButton, Muted, VisuallyHidden } from '../../../ui/text/text.tsx'
import css from '../auth.module.css'
import { Panel } from '../panel.tsx'
import { returnToPassword } from '../password/return-to-password.ts'
import { CODE_LENGTH, useCodeStep, useResend } from './use-code-step.ts'

const RESEND_SECONDS = 30
/**
 * If Enter follows the last character within this many milliseconds, it was pressed out of habit. The complete code has already been sent, so Enter
 * does not send it again.
 */
const HABIT_MS = 1000

interface OneTimeCodeFormProps {
  delivery: 'email' | 'app'
  /** The address with its middle hidden; undefined after a reload. */
  sentTo: string | undefined
}

export default function OneTimeCodeForm({ delivery, sentTo }: OneTimeCodeFormProps) {
  const { pending, error, submit } = useCodeStep(delivery)
  const [totp, setTotp] = useState('')
  const id = useId()
  const sent = useRef({ running: false, code: '', at: 0 })
  const send = async (code: string) => {
    if (sent.current.running) return
    sent.current = { running: true, code, at: Date.now() }
    await submit(code)
    sent.current.running = false
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const isHabit = sent.current.code === totp && Date.now() - sent.current.at < HABIT_MS
    if (!isHabit) void send(totp)
  }
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const code = event.currentTarget.value.replace(/\s/g, '').toUpperCase()
    setTotp(code)
    // An app's code is six digits. Six characters of an unfinished recovery code must not be submitted as a code, so only six digits are submitted
    // without waiting for the button.
    const isWhole = delivery === 'app' ? /^\d{6}$/.test(code) : code.length === CODE_LENGTH
    if (isWhole && code !== totp) void send(code)
  }
  const where = sentTo ? `to ${sentTo}` : 'to your email address'
  return (
    <Panel
      title={delivery === 'app' ? 'Enter your code' : 'Check your email'}
      lede={
        delivery === 'app'
          ? 'Your authenticator app shows a 6-digit code. A recovery code works too.'
          : `We sent a 6-digit code ${where}. It works for 10 minutes.`
      }
      onSubmit={onSubmit}
      links={
        <>
          {delivery === 'email' && <Resend />}
          <LinkButton onClick={returnToPassword}>Return to Username and Password</LinkButton>
        </>
      }
    >
      <Input.Wrapper id={`${id}-code`} label="One-time code">
        <div className={css.code} data-slots={totp.length > CODE_LENGTH ? undefined : true}>
          <input
            id={`${id}-code`}
            name="totp"
            // biome-ignore lint/a11y/noAutofocus: the step has this one field, and it follows the user's own press
            autoFocus
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            inputMode={delivery === 'app' ? 'text' : 'numeric'}
            value={totp}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={onChange}
          />
        </div>
      </Input.Wrapper>
      {error && <FormError id={`${id}-error`}>{error}</FormError>}
      <Button type="submit" variant="filled" loading={pending}>
        Sign in
      </Button>
    </Panel>
  )
}

function Resend() {
  const [left, setLeft] = useState(RESEND_SECONDS)
  const [sent, setSent] = useState(false)
  const { pending, error, resend } = useResend(() => {
    setSent(true)
    setLeft(RESEND_SECONDS)
  })
  const waiting = left > 0
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000)
    return () => clearInterval(timer)
  }, [waiting])
  return (
    <>
      {error && <FormError>{error}</FormError>}
      <VisuallyHidden role="status">{sent ? 'A new code is on its way.' : ''}</VisuallyHidden>
      {waiting ? (
        <Muted>
          {sent ? 'A new code is on its way. ' : ''}You can ask for a new code in <time>{left} s</time>.
        </Muted>
      ) : (
        <LinkButton disabled={pending} onClick={() => void resend()}>
          Send a new code
        </LinkButton>
      )}
    </>
  )
}
