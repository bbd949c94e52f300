import { expect, test } from 'vitest'
import { toPlainWords } from './field-words.ts'

test.each([
  ['The product MiraLax is missing its dosage form and package size.', 'The product MiraLax is missing its dosage form and package size.'],
  ['The shipping event has no destinationList.', 'The shipping event has no destination.'],
  ['The element VocabularyElementList of Vocabulary is missing.', 'The element vocabulary element list of Vocabulary is missing.'],
  ['The text of eventTime is not a date and time.', 'The text of time of the event is not a date and time.'],
  ['A lot is missing.', 'A lot is missing.'],
])('an error message is put into plain words: %s', (message, words) => expect(toPlainWords(message)).toBe(words))
