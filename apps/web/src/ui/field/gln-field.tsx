import { TextInput, type TextInputProps } from '@mantine/core'
import { companyPrefixLength, isGln } from '@seriatim/gs1'
import type { ReactNode } from 'react'

/** Message about a GLN while it is typed: missing digits, a wrong check digit, or the company prefix of a correct GLN. */
function glnWords(typed: string): { words: string; isWrong: boolean } {
  const text = typed.replace(/\s/g, '')
  if (text === '') return { words: '13 digits.', isWrong: false }
  if (/\D/.test(text)) return { words: 'A GLN consists of digits only.', isWrong: true }
  if (text.length < 13) return { words: text.length === 12 ? '1 more digit.' : `${13 - text.length} more digits.`, isWrong: false }
  if (text.length > 13) return { words: 'A GLN has 13 digits; this is longer.', isWrong: true }
  if (!isGln(text)) return { words: 'The last digit does not match the others: one is mistyped, or two are swapped.', isWrong: true }
  const prefix = companyPrefixLength(text)
  return {
    words: prefix === null ? 'The check digit is correct.' : `The check digit is correct. Company prefix ${text.slice(0, prefix)}.`,
    isWrong: false,
  }
}

/** A GLN field that checks its value while the user types. */
export function GlnField({ value, error, ...props }: Omit<TextInputProps, 'value' | 'description'> & { value: string; error?: ReactNode }) {
  const { words, isWrong } = glnWords(value)
  return (
    <TextInput
      {...props}
      value={value}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      maxLength={30}
      description={isWrong ? undefined : words}
      error={error || (isWrong ? words : undefined)}
    />
  )
}
