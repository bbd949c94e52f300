import { type Figures, readFigures } from './house/figures.ts'

/** Prints how the api is layered, from its imports. Exits with 1 if a rule of ARCHITECTURE.md is broken. */
const MOST_ROOMS = 1

const say = (line: string) => process.stdout.write(`${line}\n`)
const list = (title: string, arrows: Figures['up']) => {
  say(`${title}: ${arrows.length}`)
  for (const { from, to } of arrows) say(`  ${from} -> ${to}`)
}

const { domainCircle, roomCircle, up, hidden, unplaced } = readFigures()
say(`largest circle of domains: ${domainCircle.length}${domainCircle.length > 1 ? ` (${domainCircle.join(', ')})` : ''}`)
say(`largest circle of rooms of the api: ${roomCircle.length}${roomCircle.length > 1 ? ` (${roomCircle.join(', ')})` : ''}`)
list('imports from the same layer or one above', up)
list('imports of what another domain does not publish', hidden)
if (unplaced.length) say(`no layer names: ${unplaced.join(', ')}`)
const isBroken = domainCircle.length > 1 || roomCircle.length > MOST_ROOMS || up.length > 0 || hidden.length > 0 || unplaced.length > 0
process.exitCode = isBroken ? 1 : 0
