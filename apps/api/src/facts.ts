import { coreFacts } from './core/core.facts.ts'
import type { Catalog } from './core/domain-facts.ts'
import { mergeRecords } from './core/merge.ts'
import { collect } from './domains/all.ts'
import { retentionFacts } from './operate/retention/retention.facts.ts'

/** Facts of every domain. Only the composition root imports this module, so nothing below the root depends on all domains. */
const ALL = [coreFacts, ...collect('facts').flat(), retentionFacts]

/** All errors that a call can return, by their key. */
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
