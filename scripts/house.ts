import { type Figures, readFigures } from './house/figures.ts'

// Reads the imports of the api's files, and prints those that break the layering rules of ARCHITECTURE.md, and the largest import cycles. Exits with
// 1 if a rule is broken.

const say = (line: string) => process.stdout.write(`${line}\n`)
const list = (title: string, arrows: Figures['up']) => {
  say(`${title}: ${arrows.length}`)
  for (const { from, to } of arrows) say(`  ${from} -> ${to}`)
}

const { domainCycle, folderCycle, up, upFolders, unknownFolders, hidden, unplaced } = readFigures()
say(`largest import cycle of domains: ${domainCycle.length}${domainCycle.length > 1 ? ` (${domainCycle.join(', ')})` : ''}`)
say(`largest import cycle of the api's folders: ${folderCycle.length}${folderCycle.length > 1 ? ` (${folderCycle.join(', ')})` : ''}`)
list('imports from a higher folder', upFolders)
list('imports from the same layer or one above', up)
list('imports of what another domain does not publish', hidden)
if (unknownFolders.length) say(`not in the order of folders: ${unknownFolders.join(', ')}`)
if (unplaced.length) say(`no layer names: ${unplaced.join(', ')}`)
const broken = [up, upFolders, unknownFolders, hidden, unplaced]
const isBroken = domainCycle.length > 1 || folderCycle.length > 1 || broken.some((found) => found.length > 0)
process.exitCode = isBroken ? 1 : 0
