import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Source files of the web: text by path, relative to `src`. */
export type Sources = ReadonlyMap<string, string>

/** Maximum number of lines of the style sheets in `styles/`. `ALL_LINES` is the maximum for all style sheets together. */
const GLOBAL_LINES = 600
const ALL_LINES = 2620

/** Style sheets of Mantine that none of our components imports directly, because they belong to parts of Mantine's components. */
const BEHIND = new Set(['InlineInput', 'ModalBase', 'Overlay', 'UnstyledButton'])

export function readSources(src: string): Map<string, string> {
  const files = readdirSync(src, { recursive: true, withFileTypes: true }).filter(
    (file) => file.isFile() && /\.(css|tsx?)$/.test(file.name),
  )
  return new Map(files.map((file) => join(file.parentPath, file.name)).map((path) => [relative(src, path), readFileSync(path, 'utf8')]))
}

/** Violations of the styling rules (docs/screens.md). */
export function listSlips(files: Sources): string[] {
  return [...slipsOfSheets(files), ...slipsOfImports(files), ...slipsOfClasses(files)]
}

const countLines = (text: string) => text.split('\n').length - 1

function slipsOfSheets(files: Sources): string[] {
  const sheets = [...files].filter(([path]) => path.endsWith('.css'))
  const isGlobal = (path: string) => path.startsWith('styles/')
  const sum = (some: typeof sheets) => some.reduce((lines, [, text]) => lines + countLines(text), 0)
  const [all, global] = [sum(sheets), sum(sheets.filter(([path]) => isGlobal(path)))]
  return [
    ...sheets.filter(([path]) => !isGlobal(path) && !path.endsWith('.module.css')).map(([path]) => `${path} is a global sheet`),
    ...sheets.filter(([, text]) => text.includes('biome-ignore')).map(([path]) => `${path} switches a lint rule off`),
    ...(global > GLOBAL_LINES ? [`styles/ has ${global} lines, more than ${GLOBAL_LINES}`] : []),
    ...(all > ALL_LINES ? [`all sheets have ${all} lines, more than ${ALL_LINES}`] : []),
  ]
}

/** Returns the folder that owns the classes of a style sheet, such as `features/order`, `ui` or `shell`. */
const findArea = (path: string) => (path.startsWith('features/') ? path.split('/').slice(0, 2).join('/') : path.split('/')[0])

interface Use {
  importer: string
  /** Name under which the file imports the module. */
  name: string
  module: string
}

const IMPORT = /^import (?:(\w+) from )?'(\.[^']+\.css)'/gm

/** The style sheets that each file imports. */
function listUses(files: Sources): Use[] {
  return [...files]
    .filter(([path]) => /\.tsx?$/.test(path))
    .flatMap(([importer, text]) =>
      [...text.matchAll(IMPORT)].map(([, name = '', from = '']) => ({ importer, name, module: join(dirname(importer), from) })),
    )
}

/**
 * Whether a file may import a CSS module. A file may use the modules of its own area. The theme may also use those of `ui/`, because it assigns their
 * classes to Mantine's components.
 */
const mayUse = ({ importer, module }: Use) =>
  findArea(importer) === findArea(module) || (/(^|-)theme\.ts$/.test(importer) && findArea(module) === 'ui')

function slipsOfImports(files: Sources): string[] {
  const modules = listUses(files).filter(({ module }) => module.endsWith('.module.css'))
  const texts = [...files].filter(([path]) => /\.tsx?$/.test(path)).map(([, text]) => text)
  const named = (from: RegExp) =>
    new Set(texts.flatMap((text) => [...text.matchAll(from)].flatMap(([, names = '']) => names.match(/\b[A-Z]\w+/g) ?? [])))
  const loaded = named(/'@mantine\/core\/styles\/(\w+)\.layer\.css'/g)
  const shown = named(/import \{([^}]*)\} from '@mantine\/core'/g)
  return [
    ...modules.filter((use) => !mayUse(use)).map(({ importer, module }) => `${importer} uses the classes of ${module}`),
    ...[...loaded]
      .filter((part) => !shown.has(part) && !BEHIND.has(part))
      .map((part) => `the sheet of Mantine's ${part} is loaded and nothing shows it`),
  ]
}

/** Names of a style sheet's classes, without those inside `:global`. */
export function listClasses(sheet: string): Set<string> {
  const selectors = sheet
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/:global\([^)]*\)/g, '')
    .replace(/\{[^{}]*\}/g, '{}')
  return new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name))
}

const readBody = (files: Sources, path: string) => (files.get(path) ?? '').replace(/^import .*$/gm, '')

/**
 * CSS classes that a file uses from a style module. If the file also has a computed key such as `css[size]`, every name in a string of the file
 * counts as used.
 */
function classesIn(text: string, name: string): Set<string> {
  const direct = [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, found = '']) => found)
  const byKey = new RegExp(`\\b${name}\\[`).test(text) ? [...text.matchAll(/'([a-zA-Z][\w-]*)'/g)].map(([, found = '']) => found) : []
  return new Set([...direct, ...byKey])
}

function slipsOfClasses(files: Sources): string[] {
  const uses = listUses(files).filter(({ module }) => module.endsWith('.module.css'))
  const sheets = [...files].filter(([path]) => path.endsWith('.module.css'))
  const programs = [...files].filter(([path]) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
  return [
    ...sheets.flatMap(([module, sheet]) => {
      const own = listClasses(sheet)
      const of = uses.filter((use) => use.module === module)
      const taken = new Set(of.flatMap(({ importer, name }) => [...classesIn(readBody(files, importer), name)]))
      const missing = of.flatMap(({ importer, name }) =>
        [...readBody(files, importer).matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))]
          .filter(([, found = '']) => !own.has(found))
          .map(([whole]) => `${importer} takes ${whole}, which ${module} does not have`),
      )
      return [...[...own].filter((one) => !taken.has(one)).map((one) => `${module} has .${one}, which nothing takes`), ...missing]
    }),
    ...programs.flatMap(([path, text]) =>
      [...text.matchAll(/\bclassName=(?:"|\{['"`])([a-z][^"'`$]*)/g)].map(([, name]) => `${path} uses the global class ${name}`),
    ),
  ]
}
