import { judgeDateTime } from './date-time.ts'
import type { TextType } from './schema-model.ts'

/** Each type in words, as the end of a finding's sentence. */
export const textWords: Readonly<Record<TextType, string>> = {
  text: 'a text',
  uri: 'a URI',
  dateTime: 'a valid date and time',
  decimal: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  action: 'ADD, OBSERVE or DELETE',
}

/** Whether a trimmed text has the form of the given schema type. Every text passes for `text` and `uri`, because other rules check identifiers. */
export function holdsText(type: TextType, text: string): boolean {
  switch (type) {
    case 'text':
    case 'uri':
      return true
    case 'dateTime':
      return judgeDateTime(text) !== 'invalid'
    case 'decimal':
      return /^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)$/.test(text)
    case 'integer':
      return /^[+-]?[0-9]+$/.test(text)
    case 'boolean':
      return text === 'true' || text === 'false' || text === '1' || text === '0'
    case 'action':
      return text === 'ADD' || text === 'OBSERVE' || text === 'DELETE'
  }
}
