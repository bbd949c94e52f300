import { useForm } from '@mantine/form'
import { type FormEvent, useRef } from 'react'
import type { z } from 'zod'
import { useFormStart } from './use-form-start.ts'
import { useLeaveGuard } from './use-leave-guard.tsx'
import { type Refusal, useRefusals } from './use-refusals.ts'
import { useSingleSend } from './use-single-send.ts'

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
  const element = useRef<HTMLFormElement>(null)
  const sending = useSingleSend()
  const { isBusy } = sending
  const isDirty = form.isDirty()
  const begin = useFormStart(form, initial, !isDirty && !isBusy)
  const refusals = useRefusals({ setErrors: form.setErrors, element, otherwise })
  // What is on its way is not asked about: it was taken, and the toast says so, before the page has read anew what it touches.
  const { question } = useLeaveGuard(leaveWords !== undefined && isDirty && !isBusy, leaveWords ?? '')

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (sending.isSending()) return
    element.current = event.currentTarget
    const values = form.getValues()
    const read = shape.safeParse(values)
    if (!read.success) {
      refusals.refuse(read.error.issues.map(({ path, message }) => ({ field: path.join('.'), sentence: message })))
      return
    }
    refusals.clear()
    void sending.send(() => send(read.data), {
      onSent: () => (next ? begin(next(values)) : form.resetDirty(values)),
      onRefused: (error) => refusals.refuse([refusalOf(error)]),
      onSettled: onSent,
    })
  }
  return {
    values: form.values,
    /** Value, change and error of a field, for a Mantine input. */
    field: (name: string & keyof Written<Shape>, kind: 'input' | 'checkbox' = 'input') => {
      refusals.markDrawn(name)
      return form.getInputProps(name as never, { type: kind }) // Mantine's type of a path is not told from a shape that is not known yet
    },
    set: <Name extends string & keyof Written<Shape>>(name: Name, value: Written<Shape>[Name]) =>
      form.setFieldValue(name as never, value as never), // as above
    begin,
    /** What is wrong and about no field. */
    sentence: refusals.sentence,
    isBusy,
    isDirty,
    question,
    onSubmit: submit,
  }
}
