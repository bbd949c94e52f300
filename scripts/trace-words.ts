import type { AreaSum, Matrix, Row } from './trace-matrix.ts'

/** Writes the line of one requirement: the tests that prove it; if it is deferred, the reason; otherwise `GAP` and the requirement's text. */
export function rowLine({ requirement: { id, text }, places, why, state }: Row): string {
  if (state === 'proven') return `${id}\t${places.length}\t${places.join(' ')}`
  return state === 'deferred' ? `${id}\tdeferred\t${why}` : `${id}\tGAP\t${text.slice(0, 100)}`
}

/** Table of the areas, with the numbers of requirements proven, deferred and missing. */
export function areaLines(areas: readonly AreaSum[]): string[] {
  const head = ['', 'all', 'proven', 'by one test', 'deferred', 'gaps', '']
  const table = areas.map(({ name, isDone, all, proven, single, deferred, gaps }) => [
    name,
    ...[all, proven, single, deferred, gaps].map(String),
    isDone ? (deferred > 0 ? `done but ${deferred}` : 'done') : proven === 0 ? 'not begun' : 'begun',
  ])
  const widths = head.map((_, at) => Math.max(...[head, ...table].map((row) => row[at]?.length ?? 0)))
  return [head, ...table].map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

function wrapped(words: readonly string[], width = 120): string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length + 1 > width) lines.push(`  ${word}`)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

/** Returns the report. With `isQuiet` it contains only the total and the faults. */
export function report({ hasRun, rows, areas, faults }: Matrix, isQuiet: boolean): string {
  const single = rows.filter(({ places }) => places.length === 1).map(({ requirement: { id } }) => id)
  const count = (state: Row['state']) => rows.filter((row) => row.state === state).length
  const parts = (['1', '2'] as const).map((part) => {
    const own = rows.filter(({ requirement }) => requirement.part === part)
    return `part ${part}: ${own.filter(({ state }) => state === 'proven').length} of ${own.length}`
  })
  const lines = [
    ...(isQuiet
      ? []
      : [
          ...rows.map(rowLine),
          '',
          ...areaLines(areas),
          '',
          `${hasRun ? 'Proven' : 'Named'} by one test only (${single.length}):`,
          ...wrapped(single),
          '',
        ]),
    `${count('proven')} of ${rows.length} requirements have a test${hasRun ? ' that passed' : ''} (${parts.join(', ')}), ${single.length} of them one only; ${count('deferred')} are deferred, ${count('gap')} have none.`,
    ...(hasRun ? [] : ['', 'Nothing of this is proven: no test run is on record, so titles were counted. `npm test` records one.']),
    ...(faults.length > 0 ? ['', 'Wrong:', ...faults.map((fault) => `  ${fault}`)] : []),
  ]
  return `${lines.join('\n')}\n`
}
