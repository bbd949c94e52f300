import { expect, test } from 'vitest'
import { toPlainWords } from './field-words.ts'

test.each([
  ['The product MiraLax has no dosageFormType, netContentDescription.', 'The product MiraLax has no dosage form, package size.'],
  ['The location Park Avenue has no streetAddressOne, postalCode.', 'The location Park Avenue has no street address, ZIP code.'],
  ['The element VocabularyElementList of Vocabulary is missing.', 'The element vocabulary element list of Vocabulary is missing.'],
  ['The text of eventTime is not a date and time.', 'The text of time of the event is not a date and time.'],
  ['A lot is missing.', 'A lot is missing.'],
])('%s', (message, words) => expect(toPlainWords(message)).toBe(words))
