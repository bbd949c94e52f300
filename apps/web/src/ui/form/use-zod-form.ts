import { useForm } from '@mantine/form'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { useLeaveGuard } from './use-leave-guard.tsx'

/** What a server says of something that it did not take: its sentence, and the field that it is about where it names one. */
export interface Refusal {
  sentence: string
  field?: string | undefined
}

type AnyShape = z.ZodType<object, object>
/** A form holds a value for each field, also for those that a caller may leave out. */
type Written<Shape extends AnyShape> = { [Name in keyof z.input<Shape>]-?: Exclude<z.input<Shape>[Name], undefined> }

interface ZodFormOptions<Shape extends AnyShape, Result> {
  /** Of the call's input, as far as a hand writes it. What it refuses is never sent; its words stand under their field. */
  shape: Shape
  /** What the form begins with. Another value, as when it was loaded, is shown as soon as nothing unsent would be lost. */
  initial: Written<Shape>
  send: (values: z.output<Shape>) => Result | Promise<Result>
  /** Of what `send` was rejected with; its call is `quiet`. */
  refusalOf: (error: unknown) => Refusal
  /** The field under which stands what is about none; without it, that is `sentence`. */
  otherwise?: string & keyof Written<Shape>
  /** What the form shows when it was sent; without it, it stays as it is. */
  next?: (sent: Written<Shape>) => Written<Shape>
  /** After the form knows that it was sent, so that this may leave the page. */
  onSent?: (result: Result) => void
  /** Asks with these words before the page is left with something unsent; the form draws `question`. */
  leaveWords?: string
}

/** One form over one shape: state, words under their field, one send at a time, focus on the first wrong field, and the question on leaving. */
export function useZodForm<Shape extends AnyShape, Result>(options: ZodFormOptions<Shape, Result>) {
  const { shape, initial, send, refusalOf, otherwise, next, onSent, leaveWords } = options
  const form = useForm<Written<Shape>>({ initialValues: initial })
  const [isBusy, setBusy] = useState(false)
  const [sentence, setSentence] = useState<string>()
  const [faults, setFaults] = useState(0)
  const isSending = useRef(false)
  const element = useRef<HTMLFormElement>(null)
  /** Names of the fields that this drawing has: what is about another one is said of the form as a whole. */
  const shown = new Set<string>()
  const latest = useRef(shown)
  latest.current = shown

  const begin = (values: Written<Shape>) => {
    form.setInitialValues(values)
    form.setValues(values)
    form.resetDirty(values)
  }
  const isDirty = form.isDirty()
  // What is on its way is not asked about: it was taken, and the toast says so, before the page has read anew what it touches.
  const { question } = useLeaveGuard(leaveWords !== undefined && isDirty && !isBusy, leaveWords ?? '')
  const wanted = JSON.stringify(initial)
  const begun = useRef(wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: by its value, and when nothing is unsent any more.
  useEffect(() => {
    if (wanted === begun.current || isDirty || isBusy) return
    begun.current = wanted
    begin(initial)
  }, [wanted, isDirty, isBusy])

  // After the words are drawn, so that they are read with their field.
  useEffect(() => {
    if (faults > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [faults])
  const refuse = (refusals: readonly Refusal[]) => {
    const errors = new Map<string, string>()
    let about: string | undefined
    for (const refusal of refusals) {
      const names = [...latest.current]
      const field = names.find((name) => name === refusal.field || refusal.field?.startsWith(`${name}.`)) ?? otherwise
      if (field === undefined) about ??= refusal.sentence
      else if (!errors.has(field)) errors.set(field, refusal.sentence)
    }
    form.setErrors(Object.fromEntries(errors))
    setSentence(about)
    setFaults((count) => count + 1)
  }

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (isSending.current) return
    element.current = event.currentTarget
    const values = form.getValues()
    const read = shape.safeParse(values)
    if (!read.success) return refuse(read.error.issues.map(({ path, message }) => ({ field: path.join('.'), sentence: message })))
    form.clearErrors()
    setSentence(undefined)
    isSending.current = true
    setBusy(true)
    const answer = await settle(async () => send(read.data))
    isSending.current = false
    flushSync(() => {
      setBusy(false)
      if (!answer.ok) refuse([refusalOf(answer.error)])
      else if (next) begin(next(values))
      else form.resetDirty(values)
    })
    if (answer.ok) onSent?.(answer.result)
  }
  return {
    values: form.values,
    /** Value, change and error of a field, for a Mantine input. */
    field: (name: string & keyof Written<Shape>, kind: 'input' | 'checkbox' = 'input') => {
      shown.add(name)
      return form.getInputProps(name as never, { type: kind }) // Mantine's type of a path is not told from a shape that is not known yet
    },
    set: <Name extends string & keyof Written<Shape>>(name: Name, value: Written<Shape>[Name]) =>
      form.setFieldValue(name as never, value as never), // as above
    begin,
    /** What is wrong and about no field. */
    sentence,
    isBusy,
    isDirty,
    question,
    onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
  }
}

type Answer<Result> = { ok: true; result: Result } | { ok: false; error: unknown }

async function settle<Result>(run: () => Promise<Result>): Promise<Answer<Result>> {
  try {
    return { ok: true, result: await run() }
  } catch (error) {
    return { ok: false, error }
  }
}
