import { formatAmount, gapOf, SOPS } from '@seriatim/schema'
import { wallClock } from '../../../core/day.ts'
import { CSV_START, makeCsv } from '../../../core/text/csv.ts'
import { text } from '../../../pack/pack-content.ts'
import { readSopsAsOf, type SopAsOf } from '../../sop/sop.service.ts'
import type { PartScope, PartSource } from './part.ts'

const PATH = '/procedures'

/** The end of the period, or now if the period has not ended. */
const asOf = ({ session, selection }: Pick<PartScope, 'session' | 'selection'>) => (session.now < selection.to ? session.now : selection.to)

const isAdopted = ({ revisions }: SopAsOf) => revisions.length > 0

export const sopsPart: PartSource = {
  part: 'sops',
  async count(tx, scope) {
    const adopted = (await readSopsAsOf(tx, asOf(scope))).filter(isAdopted)
    return `${adopted.length} of ${formatAmount(Object.keys(SOPS).length, 'procedure')} adopted`
  },
  async gaps(tx, scope) {
    const sops = await readSopsAsOf(tx, asOf(scope))
    const unsigned = sops.filter(({ revisions, unsigned }) => revisions.length > 0 && unsigned.length > 0)
    return [
      ...gapOf(
        'sops',
        sops.filter((sop) => !isAdopted(sop)),
        (amount) => `${formatAmount(amount, 'procedure')} not adopted`,
        ({ title }) => ({ text: title, path: PATH }),
      ),
      ...gapOf(
        'sops',
        unsigned.flatMap(({ title, revisions, unsigned: people }) =>
          people.map(({ name }) => ({ title, revision: revisions[0]?.revision, name })),
        ),
        (amount) => `${formatAmount(amount, 'signature')} missing`,
        ({ title, revision, name }) => ({ text: `${name} has not signed revision ${revision} of "${title}"`, path: PATH }),
      ),
    ]
  },
  async *files(run) {
    const sops = await run.read((tx) => readSopsAsOf(tx, asOf(run)))
    const clock = wallClock(run.selection.timeZone)
    const signatures = sops.flatMap(({ title, revisions }) =>
      revisions.flatMap(({ revision, signatures: signed }) =>
        signed.map(({ name, signedAt }) => [title, revision, name, clock(new Date(signedAt))]),
      ),
    )
    yield {
      name: '11-sops/signatures.csv',
      content: text(CSV_START + makeCsv([['Procedure', 'Revision', 'Signed by', 'At'], ...signatures])),
    }
    for (const { key, revisions } of sops)
      for (const { revision, text: words, note, madeAt, madeBy } of revisions) {
        const head = `Revision ${revision}, written ${clock(new Date(madeAt))} by ${madeBy}${note ? `: ${note}` : ''}`
        yield { name: `11-sops/${key}-revision-${revision}.txt`, content: text(`${head}\n\n${words}\n`) }
      }
  },
}
