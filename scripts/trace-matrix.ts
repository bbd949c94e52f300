/** A numbered statement of docs/requirements.tsv. */
export interface Requirement {
  id: string
  area: string
  /** Part of the specification to which the requirement belongs: `2` if its source cites part 2; `1` if it cites only part 1 (decision 47). */
  part: '1' | '2'
  text: string
  /** The area that implements the requirement: for a REST call, the area in docs/rest.tsv; otherwise `area`. */
  builtBy: string
}

/** A test that names requirements at the beginning of its title. */
export interface Claim {
  ids: readonly string[]
  /** `file:line` */
  place: string
}

export interface Deferred {
  id: string
  why: string
}

/** Contents of the files in docs/ and of the tests. */
export interface MatrixFacts {
  requirements: readonly Requirement[]
  /** Titles that name requirements, as written in the files. */
  claims: readonly Claim[]
  /**
   * Test titles that passed in the last recorded test run. Undefined if no run was recorded; every title in `claims` then counts as proof, although
   * its test may not have run.
   */
  proven?: readonly Claim[] | undefined
  /** Places (`file:line`) of tests that name requirements in their titles, but prove nothing because their body makes no call. */
  empty?: readonly string[]
  deferred: readonly Deferred[]
  /** Areas that docs/done.tsv declares done. */
  done: readonly string[]
}

/**
 * Which requirements to report: those of one part, one area, or both. Without either, the whole matrix is reported, and a requirement that no test
 * proves fails the run only if its area is listed as done.
 */
export interface MatrixChoice {
  part?: string | undefined
  area?: string | undefined
}

export interface Row {
  requirement: Requirement
  /** Places (`file:line`) of the tests that prove the requirement. */
  places: readonly string[]
  why: string | undefined
  state: 'proven' | 'deferred' | 'gap'
}

export interface AreaSum {
  name: string
  isDone: boolean
  all: number
  proven: number
  single: number
  deferred: number
  gaps: number
}

export interface Matrix {
  /** True if the counted tests ran and passed; false if only their titles were counted. */
  hasRun: boolean
  rows: readonly Row[]
  areas: readonly AreaSum[]
  /** One sentence for each fault that was found. Any of them makes the check fail. */
  faults: readonly string[]
}

const MOST_IDS = 6

/** Tab-separated cells of a file in docs/, without blank lines and comments. */
export function makeCells(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))
    .map((line) => line.split('\t'))
}

/**
 * Finds the area that builds the REST call with this id, according to the ranges of call ids in docs/rest.tsv; undefined if no range contains the id.
 */
export function findBuilder(id: string, ranges: readonly string[][]): string | undefined {
  return ranges.find(([first = '', last = '']) => id >= first && id <= last)?.[2]
}

export function listRequirements(text: string, ranges: readonly string[][]): Requirement[] {
  return makeCells(text)
    .slice(1)
    .map(([id = '', area = '', , words = '', source = '']) => ({
      id,
      area,
      part: source.includes('P2') ? '2' : '1',
      text: words,
      builtBy: findBuilder(id, ranges) ?? area,
    }))
}

export function makeMatrix(facts: MatrixFacts, wanted: MatrixChoice = {}): Matrix {
  const places = groupById(facts.proven ?? facts.claims)
  const written = groupById(facts.claims)
  const reasons = new Map(facts.deferred.map(({ id, why }) => [id, why]))
  const isChosen = ({ part, area }: Requirement) => (!wanted.part || part === wanted.part) && (!wanted.area || area === wanted.area)
  const rows = facts.requirements.filter(isChosen).map((requirement): Row => {
    const found = places.get(requirement.id)?.map(({ place }) => place) ?? []
    const why = reasons.get(requirement.id)
    return { requirement, places: found, why, state: found.length > 0 ? 'proven' : why !== undefined ? 'deferred' : 'gap' }
  })
  const isAsked = Boolean(wanted.part || wanted.area)
  const gaps = rows.filter(({ state, requirement }) => state === 'gap' && (isAsked || facts.done.includes(requirement.builtBy)))
  const describeGap = ({ requirement: { id, text } }: Row) => {
    const named = written.get(id)?.map(({ place }) => place)
    return named ? `${id} has no test that passed (${named.join(', ')}): ${text}` : `${id} has no test: ${text}`
  }
  return {
    hasRun: facts.proven !== undefined,
    rows,
    areas: sums(rows, facts.done),
    faults: [...listFaults(facts), ...gaps.map(describeGap)],
  }
}

const groupById = (claims: readonly Claim[]) =>
  Map.groupBy(
    claims.flatMap(({ ids, place }) => ids.map((id) => ({ id, place }))),
    ({ id }) => id,
  )

/**
 * Lists the faults of the whole matrix, even if only some rows are printed: ids and areas that do not exist, tests that prove nothing or claim too
 * many ids, deferrals that give no reason, and deferred requirements that a test already proves.
 */
function listFaults({ requirements, claims: titles, proven = [], empty = [], deferred, done }: MatrixFacts): string[] {
  const known = new Set(requirements.map(({ id }) => id))
  // Titles that are composed at run time appear only in the report of a run, so add those.
  const claims = [...new Map([...titles, ...proven].map((claim) => [`${claim.place} ${claim.ids}`, claim])).values()]
  const areas = new Set(requirements.map(({ area }) => area))
  const claimed = new Map(claims.flatMap(({ ids, place }) => ids.map((id) => [id, place])))
  return [
    ...claims.flatMap(({ ids, place }) => ids.filter((id) => !known.has(id)).map((id) => `${place} names ${id}, which does not exist.`)),
    ...claims
      .filter(({ ids }) => ids.length > MOST_IDS)
      .map(({ ids, place }) => `${place} names ${ids.length} ids; a test proves at most ${MOST_IDS}.`),
    ...empty.map((place) => `${place} names requirements and calls nothing: a test without a body proves nothing.`),
    ...deferred.filter(({ id }) => !known.has(id)).map(({ id }) => `docs/deferred.tsv names ${id}, which does not exist.`),
    ...deferred.filter(({ why }) => !why).map(({ id }) => `docs/deferred.tsv does not say what ${id} waits for.`),
    ...deferred
      .filter(({ id }) => claimed.has(id))
      .map(({ id }) => `${id} is deferred, and ${claimed.get(id)} claims it: one of them is wrong.`),
    ...done.filter((area) => !areas.has(area)).map((area) => `docs/done.tsv names the area ${area}, which does not exist.`),
  ]
}

/**
 * Sums up the rows by area. Requirements that another area implements, such as those about REST, are summed up separately, because they may still be
 * missing when the rest of their area is done.
 */
function sums(rows: readonly Row[], done: readonly string[]): AreaSum[] {
  const groups = Map.groupBy(rows, ({ requirement: { area, builtBy } }) => (builtBy === area ? area : `${area}, ${builtBy}`))
  return [...groups].map(([name, group]) => ({
    name,
    isDone: group.every(({ requirement }) => done.includes(requirement.builtBy)),
    all: group.length,
    proven: group.filter(({ state }) => state === 'proven').length,
    single: group.filter(({ places }) => places.length === 1).length,
    deferred: group.filter(({ state }) => state === 'deferred').length,
    gaps: group.filter(({ state }) => state === 'gap').length,
  }))
}
