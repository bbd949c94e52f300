import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listClasses, listSlips, readSources } from './styles.ts'

describe('the styling of the web', () => {
  test('keeps each module beside the components that use it, has a small common base, and contains no unused class', () => {
    expect(listSlips(readSources(join(import.meta.dirname, '../apps/web/src')))).toEqual([])
  })

  const part = "import css from './part.module.css'\n<p className={css.part} />"
  test.each<[string, Record<string, string>, string]>([
    ['a global sheet', { 'ui/part.css': '' }, 'ui/part.css is a global sheet'],
    ['a rule switched off', { 'styles/base.css': '/* biome-ignore-all lint */' }, 'styles/base.css switches a lint rule off'],
    ['too many global rules', { 'styles/base.css': '\n'.repeat(601) }, 'styles/ has 601 lines, more than 600'],
    ['too many rules', { 'ui/part.module.css': '\n'.repeat(2621) }, 'all sheets have 2621 lines, more than 2620'],
    [
      'the class of another feature',
      {
        'features/med/part.module.css': '.part {}',
        'features/order/part.tsx': part.replace('./', '../med/'),
        'features/med/part.tsx': part,
      },
      'features/order/part.tsx uses the classes of features/med/part.module.css',
    ],
    [
      'an unused class',
      { 'ui/part.module.css': '.part {} .old {}', 'ui/part.tsx': part },
      'ui/part.module.css has .old, which nothing takes',
    ],
    [
      'a missing class',
      { 'ui/part.module.css': '', 'ui/part.tsx': part },
      'ui/part.tsx takes css.part, which ui/part.module.css does not have',
    ],
    ['a global class', { 'ui/part.tsx': '<p className="muted" />' }, 'ui/part.tsx uses the global class muted'],
    [
      'a style sheet of an unused component',
      { 'main.tsx': "import '@mantine/core/styles/Grid.layer.css'" },
      "the sheet of Mantine's Grid is loaded and nothing shows it",
    ],
  ])('is refused if it contains %s', (_, files, slip) => {
    expect(listSlips(new Map(Object.entries(files)))).toEqual([slip])
  })

  test('may choose a class by a variable, as in css[name]', () => {
    const files = {
      'ui/part.module.css': '.wide {} .medium {}',
      'ui/part.tsx': "import css from './part.module.css'\ntype Leaves = 'wide' | 'medium'\nconst of = (leaves: Leaves) => css[leaves]",
    }
    expect(listSlips(new Map(Object.entries(files)))).toEqual([])
  })

  test('is checked against the non-global classes that each style sheet defines', () => {
    const sheet = '/* .no */ .a:has(.b) > :global(.c) { margin: 0.5em; } @media print { .d { background: url(x.svg); } }'
    expect([...listClasses(sheet)]).toEqual(['a', 'b', 'd'])
  })
})
