import { fileURLToPath } from 'node:url'
import { LAYERS } from '../../apps/api/src/domains/layers.ts'
import { type Arrow, findCircles, readArrows } from './imports.ts'

/** The top-level folder of `apps/api/src` that contains the path; for a file outside of folders, its name. */
const roomOf = (path: string) => path.split('/')[0] ?? path
const domainOf = (path: string) => path.match(/^domains\/([^/]+)\/./)?.[1]

const levels = new Map<string, number>(LAYERS.flatMap(({ domains }, level) => domains.map(({ name }): [string, number] => [name, level])))

/** Files that a domain publishes for the layers above; everything else is private. */
const PUBLISHED = /\.(service|joins|facts|rules|pdf)\.ts$|\/mail-kind\.ts$/

export interface Figures {
  /** Domains in the largest import cycle; a list of one means that there is no cycle. */
  domainCircle: string[]
  /** Top-level folders of the api in the largest import cycle. */
  roomCircle: string[]
  /** Imports by a domain from its own layer or a layer above. */
  up: Arrow[]
  /** Imports of another domain's private files. */
  hidden: Arrow[]
  /** Domains that the list of layers does not name. */
  unplaced: string[]
}

export function readFigures(): Figures {
  const arrows = readArrows(fileURLToPath(new URL('../../apps/api/src', import.meta.url)))
  const between = (place: (path: string) => string | undefined) =>
    arrows.flatMap(({ from, to }): Arrow[] => {
      const [one, other] = [place(from), place(to)]
      return one === undefined || other === undefined || one === other ? [] : [{ from: one, to: other }]
    })
  const crossing = arrows.filter(({ from, to }) => {
    const [one, other] = [domainOf(from), domainOf(to)]
    return one !== undefined && other !== undefined && one !== other
  })
  const level = (path: string) => levels.get(domainOf(path) ?? '') ?? Number.POSITIVE_INFINITY
  return {
    domainCircle: findCircles(between(domainOf))[0] ?? [],
    roomCircle: findCircles(between(roomOf))[0] ?? [],
    up: crossing.filter(({ from, to }) => level(to) >= level(from)),
    hidden: crossing.filter(({ to }) => !PUBLISHED.test(to)),
    unplaced: [...new Set(arrows.flatMap(({ from }) => domainOf(from) ?? []))].filter((domain) => !levels.has(domain)),
  }
}
