import { fileURLToPath } from 'node:url'
import { LAYERS } from '../../apps/api/src/domains/layers.ts'
import { type Arrow, findCycles, readArrows } from './imports.ts'

/** The api's folders, lowest first. A folder may import only from folders that precede it in this list (ARCHITECTURE.md). */
const FOLDERS = ['core', 'db', 'outside', 'call', 'pack', 'print', 'jobs', 'domains', 'http', 'seed', 'operate']

/** The top-level folder of `apps/api/src` that contains the path; for a file outside of folders, its name. */
const folderOf = (path: string) => path.split('/')[0] ?? path
const domainOf = (path: string) => path.match(/^domains\/([^/]+)\/./)?.[1]

const levels = new Map<string, number>(LAYERS.flatMap(({ domains }, level) => domains.map(({ name }): [string, number] => [name, level])))

/** Files that a domain publishes for the layers above; everything else is private. */
const PUBLISHED = /\.(service|joins|facts|rules|pdf)\.ts$|\/mail-kind\.ts$/

export interface Figures {
  /** Domains in the largest import cycle; a list of one means that there is no cycle. */
  domainCycle: string[]
  /** Top-level folders of the api in the largest import cycle. */
  folderCycle: string[]
  /** Imports by a folder of the api from a folder in a higher layer, which means later in `FOLDERS`. */
  upFolders: Arrow[]
  /** Top-level folders of the api that `FOLDERS` does not include. */
  unknownFolders: string[]
  /** Imports by a domain from its own layer or a layer above. */
  up: Arrow[]
  /** Imports of a domain's private files by another domain. */
  hidden: Arrow[]
  /** Domains that are missing from the list of layers. */
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
    domainCycle: findCycles(between(domainOf))[0] ?? [],
    folderCycle: findCycles(between(folderOf))[0] ?? [],
    upFolders: arrows.filter(({ from, to }) => FOLDERS.indexOf(folderOf(to)) > FOLDERS.indexOf(folderOf(from)) && from.includes('/')),
    unknownFolders: [
      ...new Set(
        arrows
          .flatMap(({ from, to }) => [from, to])
          .filter((path) => path.includes('/'))
          .map(folderOf),
      ),
    ].filter((folder) => !FOLDERS.includes(folder)),
    up: crossing.filter(({ from, to }) => level(to) >= level(from)),
    hidden: crossing.filter(({ to }) => !PUBLISHED.test(to)),
    unplaced: [...new Set(arrows.flatMap(({ from }) => domainOf(from) ?? []))].filter((domain) => !levels.has(domain)),
  }
}
