import { type RecallRecord, readRecall } from '@seriatim/recall'
import { collected } from '../../packages/recall/test/collected.ts'
import { computeScore, type Golden } from '../../packages/recall/test/score.ts'

export interface RecallFigures {
  facts: { fact: string; precision: number; recall: number; hits: number; wanted: number }[]
  records: number
  msPerKilobyte: number
  /** Of one record, the best of three tries: ms a kilobyte. */
  slowest: number
}

/** How well and how fast recalls are read; undefined where the collected ones are not here. */
export function scoreRecalls(): RecallFigures | undefined {
  const download = collected('enforcement-visible.json') as { results: RecallRecord[] } | null // openFDA's shape
  const golden = collected('golden-visible.json') as Golden | null // as its README says
  if (!download || !golden) return undefined
  const facts = Object.entries(computeScore(download.results, golden)).map(([fact, { hits, wanted, found }]) => ({
    fact,
    precision: hits / found,
    recall: hits / wanted,
    hits,
    wanted,
  }))
  const timed = download.results.map((record) => ({
    ms: Math.min(...[1, 2, 3].map(() => measureMs(record))),
    kilobytes: measureKilobytes(record),
  }))
  const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0)
  return {
    facts,
    records: download.results.length,
    msPerKilobyte: sum(timed.map(({ ms }) => ms)) / sum(timed.map(({ kilobytes }) => kilobytes)),
    slowest: Math.max(...timed.map(({ ms, kilobytes }) => ms / Math.max(1, kilobytes))),
  }
}

function measureMs(record: RecallRecord): number {
  const start = performance.now()
  readRecall(record)
  return performance.now() - start
}

const measureKilobytes = ({ code_info = '', product_description = '' }: RecallRecord) =>
  (code_info.length + product_description.length) / 1000
