import { fileURLToPath } from 'node:url'
import { LAYERS } from '../../apps/api/src/domains/layers.ts'
import { type Arrow, findCircles, readArrows } from './imports.ts'

/** The folder or loose file at the top of `apps/api/src` that a path lies in. */
const roomOf = (path: string) => path.split('/')[0] ?? path
const domainOf = (path: string) => path.match(/^domains\/([^/]+)\/./)?.[1]

const levels = new Map<string, number>(LAYERS.flatMap(({ domains }, level) => domains.map(({ name }): [string, number] => [name, level])))

/** What a domain publishes for those above it. Everything else is its own. */
const PUBLISHED = /\.(service|joins|facts|rules|pdf)\.ts$|\/mail-kind\.ts$/

export interface Figures {
  /** Domains in the largest circle; 1 is none. */
  domainCircle: string[]
  /** Rooms of the api in the largest circle. */
  roomCircle: string[]
  /** Imports of a domain from its own layer or one above. */
  up: Arrow[]
  /** Imports of a file of another domain that it does not publish. */
  hidden: Arrow[]
  /** Domains that no layer names. */
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
