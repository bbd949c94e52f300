import { useForm } from '@mantine/form'
import { type FormEvent, useRef } from 'react'
import type { z } from 'zod'
import { useFormStart } from './use-form-start.ts'
import { useLeaveGuard } from './use-leave-guard.tsx'
import { type FormRefusal, useRefusals } from './use-refusals.ts'
import { useSingleSend } from './use-single-send.ts'

type AnyShape = z.ZodType<object, object>
/** A form has a value for every field, including optional ones. */
type Written<Shape extends AnyShape> = { [Name in keyof z.input<Shape>]-?: Exclude<z.input<Shape>[Name], undefined> }

interface ZodFormOptions<Shape extends AnyShape, Result> {
  /**
   * Schema of the part of the call's input that a person enters. The form never sends values that the schema rejects, and shows the schema's messages
   * under their fields.
   */
  shape: Shape
  /** Initial values. New ones, such as loaded data, replace them once the form has no unsent input that would be lost. */
  initial: Written<Shape>
  send: (values: z.output<Shape>) => Result | Promise<Result>
  /** Converts an error that `send` threw to the refusal that the form shows. The call must be `quiet`, so that no toast repeats the error. */
  refusalOf: (error: unknown) => FormRefusal
  /**
   * Name of the field under which the form shows an error that belongs to none of its fields. If omitted, the hook returns that error as `sentence`.
   */
  otherwise?: string & keyof Written<Shape>
  /** Returns the values to show after sending; without it the form keeps what was sent. */
  next?: (sent: Written<Shape>) => Written<Shape>
  /** Called once the form counts as sent, so the callback can navigate away without triggering the question about unsent input. */
  onSent?: (result: Result) => void
  /** Question to ask before a person leaves with unsent input; the form must render the `question` that the hook returns. */
  leaveWords?: string
}

/**
 * Manages a form whose fields a zod shape defines. It shows errors under their fields, focuses the first invalid field, sends one submission at a
 * time and, if `leaveWords` is set, asks before the user leaves with unsent input.
 */
export function useZodForm<Shape extends AnyShape, Result>(options: ZodFormOptions<Shape, Result>) {
  const { shape, initial, send, refusalOf, otherwise, next, onSent, leaveWords } = options
  const form = useForm<Written<Shape>>({ initialValues: initial })
  const element = useRef<HTMLFormElement>(null)
  const sending = useSingleSend()
  const { isBusy } = sending
  const isDirty = form.isDirty()
  const begin = useFormStart(form, initial, !isDirty && !isBusy)
  const refusals = useRefusals({ setErrors: form.setErrors, element, otherwise })
  // Don't warn while submitting: the data is already on the server.
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
    /** Props of a field for a Mantine input: value, change handler and error. */
    field: (name: string & keyof Written<Shape>, kind: 'input' | 'checkbox' = 'input') => {
      refusals.markDrawn(name)
      return form.getInputProps(name as never, { type: kind }) // Mantine's path type cannot be derived from a generic shape
    },
    set: <Name extends string & keyof Written<Shape>>(name: Name, value: Written<Shape>[Name]) =>
      form.setFieldValue(name as never, value as never), // Mantine's path type cannot be derived from a generic shape
    begin,
    /** Message of an error that belongs to none of the rendered fields. */
    sentence: refusals.sentence,
    isBusy,
    isDirty,
    question,
    onSubmit: submit,
  }
}
