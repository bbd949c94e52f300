import { coreFacts } from './core/core.facts.ts'
import type { Catalog } from './core/domain-facts.ts'
import { mergeRecords } from './core/merge.ts'
import { collect } from './domains/all.ts'
import { retentionFacts } from './operate/retention/retention.facts.ts'

/** Every domain's facts. Imported by the composition root only: nothing below it knows all domains. */
const ALL = [coreFacts, ...collect('facts').flat(), retentionFacts]

/** Every failure that a caller can cause, by its key. */
export const errors = mergeRecords(
  'errors',
  ALL.map((facts) => facts.errors),
)

export const catalog: Catalog = {
  constraints: mergeRecords(
    'constraints',
    ALL.map((facts) => facts.constraints),
  ),
  rights: mergeRecords(
    'rights',
    ALL.map((facts) => facts.rights),
  ),
  kinds: mergeRecords(
    'kinds',
    ALL.map((facts) => facts.kinds),
  ),
  actions: mergeRecords(
    'actions',
    ALL.map((facts) => facts.actions),
  ),
  sentences: mergeRecords(
    'sentences',
    ALL.map((facts) => facts.sentences),
  ),
}
