import { type RefObject, useEffect, useRef, useState } from 'react'

/** A rejection by the server: its sentence, and the field it concerns if the server names one. */
export interface FormRefusal {
  sentence: string
  field?: string | undefined
}

interface RefusalsParts {
  /** Shows errors under form fields; each key is the name of a field. */
  setErrors: (errors: Record<string, string>) => void
  /** The rendered form. */
  element: RefObject<HTMLFormElement | null>
  /** Name of the field under which to show an error about a field that is not rendered; if undefined, such an error is returned in `sentence`. */
  otherwise: string | undefined
}

/** Places each error under its field if that field is rendered, and focuses the first invalid field. */
export function useRefusals({ setErrors, element, otherwise }: RefusalsParts) {
  const [sentence, setSentence] = useState<string>()
  const [refusals, setRefusals] = useState(0)
  /** Names of the fields in the current rendering; an error about any other field is shown for the whole form. */
  const drawn = new Set<string>()
  const latest = useRef(drawn)
  latest.current = drawn
  // Moves the focus only after the errors are rendered, so that screen readers read each field together with its error.
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals, element])
  return {
    /** Message of an error that no field on the page can show. */
    sentence,
    markDrawn: (name: string) => void drawn.add(name),
    refuse: (refusals: readonly FormRefusal[]) => {
      const errors = new Map<string, string>()
      let about: string | undefined
      for (const refusal of refusals) {
        const names = [...latest.current]
        const field = names.find((name) => name === refusal.field || refusal.field?.startsWith(`${name}.`)) ?? otherwise
        if (field === undefined) about ??= refusal.sentence
        else if (!errors.has(field)) errors.set(field, refusal.sentence)
      }
      setErrors(Object.fromEntries(errors))
      setSentence(about)
      setRefusals((count) => count + 1)
    },
    clear: () => {
      setErrors({})
      setSentence(undefined)
    },
  }
}
