import { writeFileSync } from 'node:fs'
import { sampleDocuments } from './sample-documents.ts'

for (const [name, pieces] of Object.entries(sampleDocuments)) {
  writeFileSync(new URL(`../../../samples/${name}`, import.meta.url), [...pieces()].join(''))
}
