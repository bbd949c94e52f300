import { type RefObject, useEffect, useRef, useState } from 'react'

/** What a server says of something that it did not take: its sentence, and the field that it is about where it names one. */
export interface Refusal {
  sentence: string
  field?: string | undefined
}

interface RefusalsParts {
  /** Draws these words under the fields of these names. */
  setErrors: (errors: Record<string, string>) => void
  /** The form as it is drawn. */
  element: RefObject<HTMLFormElement | null>
  /** The field under which stands what is about none; without it, that is `sentence`. */
  otherwise: string | undefined
}

/** Words of a refusal, each under its field where the form has drawn that field; the first wrong field takes the focus. */
export function useRefusals({ setErrors, element, otherwise }: RefusalsParts) {
  const [sentence, setSentence] = useState<string>()
  const [refusals, setRefusals] = useState(0)
  /** Names of the fields that this drawing has: what is about another one is said of the form as a whole. */
  const drawn = new Set<string>()
  const latest = useRef(drawn)
  latest.current = drawn
  // After the words are drawn, so that they are read with their field.
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals, element])
  return {
    /** What is wrong and about no field. */
    sentence,
    /** A field of this name is drawn. */
    markDrawn: (name: string) => void drawn.add(name),
    refuse: (refusals: readonly Refusal[]) => {
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
